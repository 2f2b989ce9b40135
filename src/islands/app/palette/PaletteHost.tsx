import { useStore } from '@nanostores/react';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { SHORTCUTS } from '#domain/palette/shortcuts.ts';
import { $palette, closePalette } from '#stores/app/popups.ts';
import { $hasSingleKeys } from '#stores/palette/single-keys.ts';
import { Palette } from './Palette.tsx';

const TimesPanel = lazyPanel(() => import('./TimesPanel.tsx'), closePalette);
const Arrangements = lazyPanel(() => import('../arrangements/Arrangements.tsx'), closePalette);

/** Every shortcut, by where it works. */
function Shortcuts() {
  const hasSingleKeys = useStore($hasSingleKeys);
  return (
    <OverlayPanel
      variant="centered"
      size="md"
      title="Keyboard shortcuts"
      btnClose
      onRequestClose={closePalette}
    >
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

/** The palette, the list of shortcuts, the choice of the time zone, or the popup about shared arrangements. */
export default function PaletteHost() {
  const open = useStore($palette);
  if (open === 'commands') return <Palette />;
  if (open === 'times') return <TimesPanel />;
  if (open === 'arrangements') return <Arrangements />;
  return open === 'shortcuts' && <Shortcuts />;
}
