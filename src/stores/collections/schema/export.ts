import { saveFile } from '#browser/save-file.ts';
import { pngOf, readColors } from '#browser/schema/picture.ts';
import { pngScale, svgOf } from '#domain/collections/schema/svg.ts';
import { addToast } from '#stores/app/toasts.ts';
import { $placed } from './diagram.ts';

const TOO_LARGE = 'The diagram is too large for a PNG that can be read. Save it as SVG.';

/** Saves the whole diagram as a picture in the colours on screen; says when it is too large. Never rejects. */
export async function saveDiagram(type: 'svg' | 'png'): Promise<void> {
  const placed = $placed.get();
  if (placed.state !== 'ready') return;
  const { text, size } = svgOf(placed.value.diagram, placed.value.places, readColors());
  if (type === 'svg') {
    saveFile('schema.svg', new Blob([text], { type: 'image/svg+xml' }));
    return;
  }
  const scale = pngScale(size);
  if (scale === undefined) {
    addToast('error', TOO_LARGE);
    return;
  }
  try {
    saveFile('schema.png', await pngOf(text, size, scale));
  } catch {
    addToast('error', TOO_LARGE);
  }
}
