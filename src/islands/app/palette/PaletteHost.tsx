import { useStore } from '@nanostores/react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { $palette, closePalette } from '#stores/palette/open.ts';
import { Palette } from './Palette.tsx';
import { Shortcuts } from './Shortcuts.tsx';

const TimesPanel = lazyPart(() => import('./TimesPanel.tsx'), { onClose: closePalette, floats: true });
const Arrangements = lazyPart(() => import('../arrangements/Arrangements.tsx'), {
  onClose: closePalette,
  floats: true,
});

/** The palette, the list of shortcuts, the choice of the time zone, or the popup about shared arrangements. */
export default function PaletteHost() {
  const open = useStore($palette);
  if (open === 'commands') return <Palette />;
  if (open === 'times') return <TimesPanel />;
  if (open === 'arrangements') return <Arrangements />;
  return open === 'shortcuts' && <Shortcuts />;
}
