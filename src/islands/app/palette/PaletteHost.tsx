import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider } from '@ariakit/react/combobox';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Spinner } from '#components/elements/Button.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { keepEditingKeys } from '#components/form/editing-keys.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { type Command, rankCommands } from '#domain/palette/commands.ts';
import { SHORTCUTS } from '#domain/palette/shortcuts.ts';
import { $palette, closePalette } from '#stores/app/popups.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { $viewsOf, commandsOf, createRecordSearch, recordCommands } from '#stores/palette/commands.ts';
import { $hasSingleKeys } from '#stores/palette/single-keys.ts';
import { $uses, noteUse } from '#stores/palette/uses.ts';

/** Not what belongs to one of many. */
const CONTROLS = 'header a, .page-header a, button:not([role="row"] *, li *)';

function controls(): readonly HTMLElement[] {
  const top = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  const places =
    top?.querySelectorAll(CONTROLS) ?? document.querySelectorAll(`.page-content :is(${CONTROLS})`);
  return [...places].filter(
    (control): control is HTMLElement =>
      control instanceof HTMLElement && control.checkVisibility() && !control.matches(':disabled'),
  );
}

function screenCommands(): readonly Command[] {
  const byTitle = Map.groupBy(controls(), (control) => (control.ariaLabel ?? control.textContent).trim());
  return [...byTitle].flatMap(([title, [control, other]]) => {
    // Of several with the same title, it is not clear which one is meant.
    if (!title || !control || other) return [];
    const icon = control.querySelector('[class*="icon-["]')?.className.match(/icon-\[[^\]]+\]/)?.[0];
    return [
      {
        id: `press:${title}`,
        title,
        group: 'This screen' as const,
        icon: icon ?? 'icon-[ri--arrow-right-line]',
        run: () => {
          control.focus();
          control.click();
        },
      },
    ];
  });
}

function Line({ command, onRun }: { readonly command: Command; readonly onRun: () => void }) {
  const { id, title, icon, hint } = command;
  return (
    <ComboboxItem
      value={id}
      setValueOnClick={false}
      hideOnClick={false}
      focusOnHover
      className="flex min-h-8 cursor-pointer items-center gap-2 rounded-field px-2 py-1 data-active-item:bg-tint max-sm:min-h-10"
      onClick={onRun}
    >
      <span aria-hidden="true" className={`${icon} size-4 shrink-0 text-muted`} />
      <bdi className="min-w-0 grow truncate">{title}</bdi>
      {hint && <span className="max-w-[40%] shrink-0 truncate text-xs text-muted">{hint}</span>}
    </ComboboxItem>
  );
}

function Palette() {
  const [text, setText] = useState('');
  const [records] = useState(createRecordSearch);
  // The page behind is inert, but its buttons are those of the screen.
  const [onScreen] = useState(screenCommands);
  const [now] = useState(() => Date.now());
  const collections = useStore($collectionList);
  const uses = useStore($uses);
  const found = useStore(records.$found);
  const isBusy = useStore(records.$isBusy);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => records.stop, [records]);

  const viewsOf = useStore($viewsOf);
  const typed = text.trim();
  const ranked = rankCommands([...onScreen, ...commandsOf(collections, viewsOf)], typed, uses, now);
  const shown = [...ranked, ...recordCommands(found, typed, isBusy)];

  function change(next: string) {
    setText(next);
    records.search(next.trim());
  }

  function run(command: Command) {
    noteUse(command.id);
    closePalette();
    // When the panel has gone, and the focus is back.
    setTimeout(command.run);
  }

  return (
    <OverlayPanel
      variant="centered"
      size="lg"
      title="Commands"
      initialFocus={input}
      // The panel is the list of its field.
      escLeaves={false}
      onRequestClose={closePalette}
    >
      <ComboboxProvider open value={text} setValue={change} focusLoop>
        <Combobox
          ref={input}
          autoSelect="always"
          aria-label="Search commands, collections and records"
          placeholder="Search commands, collections and records..."
          spellCheck={false}
          className="input h-10 w-full text-sm placeholder:text-muted focus:[--input-color:var(--color-primary)]"
          onKeyDownCapture={keepEditingKeys}
        />
        <ComboboxList
          alwaysVisible
          aria-label="Commands"
          className="mt-2 h-[min(24rem,50dvh)] overflow-y-auto outline-offset-[-2px]"
        >
          {shown.map((command, index) => (
            <div key={command.id} role="presentation">
              {!typed && command.group !== shown[index - 1]?.group && (
                <p className="side-heading" role="presentation">
                  {command.group}
                </p>
              )}
              <Line command={command} onRun={() => run(command)} />
            </div>
          ))}
        </ComboboxList>
        <p role="status" className="flex min-h-6 items-center gap-2 pt-1 text-xs text-muted">
          {isBusy ? (
            <>
              <Spinner /> Searching records…
            </>
          ) : (
            shown.length === 0 && 'Nothing found.'
          )}
        </p>
      </ComboboxProvider>
    </OverlayPanel>
  );
}

const TimesPanel = lazyPanel(() => import('./TimesPanel.tsx'), closePalette);
const Arrangements = lazyPanel(() => import('../arrangements/Arrangements.tsx'), closePalette);

function Shortcuts() {
  const hasSingleKeys = useStore($hasSingleKeys);
  return (
    <OverlayPanel variant="centered" size="md" title="Keyboard shortcuts" onRequestClose={closePalette}>
      {Object.entries(SHORTCUTS).map(([place, lines]) => (
        <section key={place} className="pb-3">
          <h2 className="pb-1 font-medium">{place}</h2>
          <dl className="grid grid-cols-[9rem_1fr] gap-x-4 gap-y-1">
            {lines.map(({ keys, does }) => (
              <div key={keys} className="contents">
                <dt className="font-mono text-dense text-muted">{keys}</dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Toggle
        label="Use the single characters / and ?"
        checked={hasSingleKeys}
        onChange={(checked) => $hasSingleKeys.set(checked)}
      />
    </OverlayPanel>
  );
}

export default function PaletteHost() {
  const open = useStore($palette);
  if (open === 'commands') return <Palette />;
  if (open === 'times') return <TimesPanel />;
  if (open === 'arrangements') return <Arrangements />;
  return open === 'shortcuts' && <Shortcuts />;
}
