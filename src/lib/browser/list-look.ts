import { SAMPLE, textWidth } from '#domain/app/text-width.ts';
import type { ListLook } from '#domain/records/column-width.ts';

/** Size of the text in lists, in px. */
const SIZE = 14;

let look: ListLook | undefined;

/** How this device shows lists. Measured once and without a layout. */
export function listLook(): ListLook {
  look ??= { em: measureEm(), hasIcons: matchMedia('(hover: none)').matches };
  return look;
}

/** The font of this device may be wider than the common ones. */
function measureEm(): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return SIZE;
  context.font = `${SIZE}px system-ui`;
  // Users may have set their letters wider apart (WCAG 1.4.12). 'normal' changes nothing.
  context.letterSpacing = getComputedStyle(document.body).letterSpacing;
  // Some browsers report nothing, to protect against fingerprinting.
  return context.measureText(SAMPLE).width / textWidth(SAMPLE) || SIZE;
}
