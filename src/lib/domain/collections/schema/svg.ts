import { textWidth } from '#domain/app/text-width.ts';
import { type Diagram, HEAD_HEIGHT, LINE_HEIGHT, relationTitle, TILE_WIDTH, type Tile } from './diagram.ts';
import { boundsOf, courseOf, type Places, pathOf, type Size, tipOf } from './geometry.ts';

/** The colours of a picture, such as `#0a7e8c`: every program knows this form. The page is behind everything. */
export type Colors = Readonly<
  Record<'page' | 'tile' | 'head' | 'border' | 'text' | 'muted' | 'line', string>
>;

/** Around the tiles, in px: a relation to the same tile, or to one below, leaves them by 31. */
const MARGIN = 32;
const PADDING = 10;
const FONT_SIZE = 13;
const SMALL_SIZE = 11;
const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Noto Sans, sans-serif';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that no XML document may have, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"']/g, (one) => ESCAPES[one] ?? '');

/** A text that is about `width` px wide at most; a longer one ends in an ellipsis. */
function cut(text: string, width: number, size: number): string {
  const most = width / size;
  if (textWidth(text, most) < most) return text;
  const characters = [...text];
  let used = textWidth('…');
  const end = characters.findIndex((one) => {
    used += textWidth(one);
    return used >= most;
  });
  return `${characters.slice(0, Math.max(1, end)).join('')}…`;
}

/** A line of a tile: a name, and at the right end a note. */
function line(y: number, name: string, note: string, style = ''): string {
  const room = TILE_WIDTH - 3 * PADDING - textWidth(note) * SMALL_SIZE;
  const noteText = `<text x="${TILE_WIDTH - PADDING}" y="${y}" text-anchor="end" class="n">${escapeXml(note)}</text>`;
  return `<text x="${PADDING}" y="${y}" ${style}>${escapeXml(cut(name, room, FONT_SIZE))}</text>${note && noteText}`;
}

function tileText(tile: Tile, [x, y]: readonly [number, number]): string {
  const baseline = (middle: number) => middle + FONT_SIZE / 3;
  const lineAt = (index: number) => baseline(HEAD_HEIGHT + (index + 0.5) * LINE_HEIGHT);
  const lines = tile.lines.map(({ name, type }, index) => line(lineAt(index), name, type));
  if (tile.hidden) lines.push(line(lineAt(lines.length), `+${tile.hidden} more`, '', 'class="n"'));
  return [
    `<g transform="translate(${x} ${y})"><title>${escapeXml(tile.name)}</title>`,
    `<rect width="${TILE_WIDTH}" height="${tile.height}" rx="6" class="t"/>`,
    `<path d="M0 ${HEAD_HEIGHT}V6a6 6 0 0 1 6-6H${TILE_WIDTH - 6}a6 6 0 0 1 6 6V${HEAD_HEIGHT}z" class="h"/>`,
    line(baseline(HEAD_HEIGHT / 2), tile.name, tile.type, 'font-weight="600"'),
    ...lines,
    '</g>',
  ].join('');
}

/** The whole diagram as an SVG document with all of its styles, and its size in px. Names are only text in it. */
export function svgOf(diagram: Diagram, places: Places, colors: Colors): { text: string; size: Size } {
  const bounds = boundsOf(diagram, places);
  const size = { width: bounds.width + 2 * MARGIN, height: bounds.height + 2 * MARGIN };
  const relations = diagram.relations.map((relation) => {
    const course = courseOf(relation, places);
    const title = escapeXml(relationTitle(diagram, relation));
    return `<g><title>${title}</title><path d="${pathOf(course)}" class="l"/><path d="${tipOf(course)}" class="p"/></g>`;
  });
  const tiles = diagram.tiles.map((tile) => tileText(tile, places[tile.id] ?? [0, 0]));
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${bounds.x - MARGIN} ${bounds.y - MARGIN} ${size.width} ${size.height}" font-family="${FONT}" font-size="${FONT_SIZE}">`,
    `<style>text{fill:${colors.text}}.n{fill:${colors.muted};font-size:${SMALL_SIZE}px}.t{fill:${colors.tile};stroke:${colors.border}}.h{fill:${colors.head};stroke:${colors.border}}.l{fill:none;stroke:${colors.line};stroke-width:1.5}.p{fill:${colors.line}}</style>`,
    `<rect x="${bounds.x - MARGIN}" y="${bounds.y - MARGIN}" width="${size.width}" height="${size.height}" fill="${colors.page}"/>`,
    ...relations,
    ...tiles,
    '</svg>',
  ].join('\n');
  return { text, size };
}

/** Pixels that browsers can draw at once: a longer side or a larger area fails in some of them. */
const MAX_SIDE = 16_000;
const MAX_PIXELS = 30_000_000;
const BEST_SCALE = 2;
/** Below this, names can't be read. */
const LEAST_SCALE = 0.6;

/** Pixels per px of a PNG of this size; undefined when it would be too large to draw or too small to read. */
export function pngScale({ width, height }: Size): number | undefined {
  const scale = Math.min(
    BEST_SCALE,
    MAX_SIDE / Math.max(width, height),
    Math.sqrt(MAX_PIXELS / (width * height)),
  );
  return scale < LEAST_SCALE ? undefined : scale;
}
