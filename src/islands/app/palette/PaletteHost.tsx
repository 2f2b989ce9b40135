import { useStore } from '@nanostores/react';
import { $palette } from '#stores/palette/open.ts';
import { Palette } from './Palette.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { TimesPanel } from './TimesPanel.tsx';

/** The palette, the list of shortcuts or the choice of the time zone. */
export default function PaletteHost() {
  const open = useStore($palette);
  if (open === 'commands') return <Palette />;
  if (open === 'times') return <TimesPanel />;
  return open === 'shortcuts' && <Shortcuts />;
}
