import { useStore } from '@nanostores/react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { $palette, closePalette } from '#stores/palette/open.ts';
import { Palette } from './Palette.tsx';
import { Shortcuts } from './Shortcuts.tsx';

const TimesPanel = lazyPart(() => import('./TimesPanel.tsx'), { onClose: closePalette, floats: true });

/** The palette, the list of shortcuts or the choice of the time zone. */
export default function PaletteHost() {
  const open = useStore($palette);
  if (open === 'commands') return <Palette />;
  if (open === 'times') return <TimesPanel />;
  return open === 'shortcuts' && <Shortcuts />;
}
