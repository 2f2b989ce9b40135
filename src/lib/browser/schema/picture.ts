import type { Size } from '#domain/collections/schema/geometry.ts';
import type { Colors } from '#domain/collections/schema/svg.ts';

const VARIABLES: Readonly<Record<keyof Colors, string>> = {
  page: '--color-base-200',
  tile: '--color-base-100',
  head: '--color-base-200',
  border: '--color-base-300',
  text: '--color-base-content',
  muted: '--color-muted',
  line: '--color-line',
};

/** Height of what is drawn at once, in pixels: the page stays free in between. */
const STRIP = 256;

const hex = (value: number) => value.toString(16).padStart(2, '0');

/** The colours of the theme on screen; other programs do not know `oklch`. */
export function readColors(): Colors {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const probe = document.createElement('span');
  // Forced colours are those of this device: text and background would have the same one in the picture.
  probe.style.forcedColorAdjust = 'none';
  document.body.append(probe);
  const read = (variable: string) => {
    // Through a property: the value of the variable itself may be a mix of others.
    probe.style.color = `var(${variable})`;
    if (!context) return '#808080';
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return `#${hex(red)}${hex(green)}${hex(blue)}`;
  };
  const colors = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, variable]) => [name, read(variable)]),
  );
  probe.remove();
  return colors as Record<keyof Colors, string>;
}

/** Draws an SVG document as PNG. Throws when the browser can't draw that many pixels. */
export async function pngOf(svg: string, { width, height }: Size, scale: number): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(width * scale);
    canvas.height = Math.floor(height * scale);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('The browser draws nothing.');
    for (let top = 0; top < canvas.height; top += STRIP) {
      context.save();
      context.beginPath();
      context.rect(0, top, canvas.width, STRIP);
      context.clip();
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      context.restore();
      // Draws now what browsers would draw later, all at once.
      context.getImageData(0, top, 1, 1);
      await new Promise((resolve) => setTimeout(resolve));
    }
    const png = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    if (!png?.size) throw new Error('The picture is too large for this browser.');
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}
