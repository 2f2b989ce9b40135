import { latinKey } from '#domain/app/key-press.ts';
import { focusNear, roving } from './roving.ts';

const FOCUSABLE = 'a, button, input, textarea, [tabindex="0"]';

const findScreen = (): Element | undefined =>
  [...document.querySelectorAll('[data-panel], .page-content')].findLast((part) => part.checkVisibility());

/** The first tab stop in `part` that matches; screens that are not shown are in the page, too. */
const findStop = (part: Element | null | undefined, selector: string): HTMLElement | undefined =>
  [...(part?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
  );

/** Where text is typed. Other inputs are like buttons. */
export const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

function goToSearch(): void {
  const screen = findScreen();
  const search =
    findStop(screen, '[role=search] :is(input, textarea)') ??
    findStop(screen?.closest('.page-frame'), 'search input');
  search?.focus();
}

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'];

/** Enters in the field of a popup, once it has the focus, what is typed before. Other keys, and a press, end this. */
function holdKeys(): void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  const end = () => stop.abort();
  let text = '';
  // On the window: before all who listen on the document.
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (MODIFIERS.includes(key)) return;
      const isTyped = key.length === 1 && !ctrlKey && !metaKey && !altKey;
      if (!isTyped && key !== 'Enter') return end();
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isTyped) text += key;
    },
    options,
  );
  document.addEventListener('pointerdown', end, options);
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target.matches('[role=dialog]')) return;
      end();
      if (!text || !(target instanceof HTMLInputElement)) return;
      target.setRangeText(text, 0, target.value.length, 'end');
      target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
    },
    options,
  );
}

export interface PageKeys {
  /** Ctrl or Cmd and K, also in fields; false when it is open already. */
  readonly openPalette: () => boolean;
  /** `?` outside of fields. */
  readonly openShortcuts: () => void;
  readonly hasSingleKeys: () => boolean;
}

/** The keys of the page itself: skipping to the content, search, palette, shortcuts, arrows in the menus. */
export function startPageKeys({ openPalette, openShortcuts, hasSingleKeys }: PageKeys): void {
  const openAndType = () => {
    if (openPalette()) holdKeys();
  };
  const plain: Readonly<Record<string, () => void>> = { '/': goToSearch, '?': openShortcuts };
  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    const isControl = ctrlKey || metaKey;
    // An administrator is signed in where there is the menu.
    if (defaultPrevented || altKey || document.documentElement.dataset['sidebar'] !== 'on') return;
    const isTyping = target instanceof Element && target.closest(TYPING) !== null;
    const act =
      isControl && !shiftKey && latinKey(event) === 'k'
        ? openAndType
        : isControl || isTyping || !hasSingleKeys()
          ? undefined
          : plain[key];
    if (!act) return;
    event.preventDefault();
    // An editor has another use for Ctrl+K.
    event.stopPropagation();
    act();
  }

  document
    .querySelector('[data-skip]')
    ?.addEventListener('click', () => focusNear(findStop(findScreen(), FOCUSABLE)));
  document.addEventListener('keydown', onKeyDown, { capture: true });
  for (const menu of document.querySelectorAll<HTMLElement>('.rail, .settings-nav')) roving(menu, 'a', 'a');
}
