import { useStore } from '@nanostores/react';
import { $palette } from '#stores/palette/open.ts';
import { Palette } from './Palette.tsx';
import { Shortcuts } from './Shortcuts.tsx';

/** The palette or the list of shortcuts. */
export default function PaletteHost() {
  const open = useStore($palette);
  if (open === 'commands') return <Palette />;
  return open === 'shortcuts' && <Shortcuts />;
}
