import { useStore } from '@nanostores/react';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { $palette, closePalette } from '#stores/palette/open.ts';
import { Palette } from './Palette.tsx';
import { Shortcuts } from './Shortcuts.tsx';

const TimesPanel = lazyPanel(() => import('./TimesPanel.tsx'), closePalette);
const Arrangements = lazyPanel(() => import('../arrangements/Arrangements.tsx'), closePalette);

/** The palette, the list of shortcuts, the choice of the time zone, or the popup about shared arrangements. */
export default function PaletteHost() {
  const open = useStore($palette);
  if (open === 'commands') return <Palette />;
  if (open === 'times') return <TimesPanel />;
  if (open === 'arrangements') return <Arrangements />;
  return open === 'shortcuts' && <Shortcuts />;
}
