import { truncate } from '#domain/app/value-text.ts';
import { COMMENT, ELEMENT, type HtmlNode, TEXT } from './tree.ts';

/** White space at their edges has no meaning. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body br caption center col colgroup dd details dir div dl dt fieldset ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option ' +
    'p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
const VERBATIM = new Set(['pre', 'listing', 'textarea']);

/** In document order. */
interface Piece {
  readonly kind: 'open' | 'close' | 'text' | 'comment';
  /** Tag name, text or comment. */
  readonly value: string;
  /** Normalized. */
  readonly attributes: string;
  readonly isVerbatim: boolean;
}

const isEdge = (piece: Piece | undefined) =>
  piece === undefined || ((piece.kind === 'open' || piece.kind === 'close') && BLOCKS.has(piece.value));

const hex = (part: string) => Number(part).toString(16).padStart(2, '0');

const normalizeColors = (value: string): string =>
  value
    .replace(/rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)/gi, (_, ...parts: string[]) =>
      parts.slice(0, 3).reduce((text, part) => text + hex(part), '#'),
    )
    .replace(/#([\da-f])([\da-f])([\da-f])(?![\da-f])/gi, '#$1$1$2$2$3$3')
    .replace(/#[\da-f]{6}\b/gi, (color) => color.toLowerCase());

/** Spaces, formats of colours and the last semicolon make no difference. */
const normalizeStyle = (style: string): string =>
  style
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':');
      if (colon < 0) return declaration.trim();
      const value = declaration
        .slice(colon + 1)
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/\s*,\s*/g, ',');
      return `${declaration.slice(0, colon).trim().toLowerCase()}:${normalizeColors(value)}`;
    })
    .filter((declaration) => declaration !== '')
    .join(';');

const attributesOf = (node: HtmlNode): string =>
  Array.from(node.attributes ?? [])
    .map(({ name, value }) => {
      if (name === 'style') return [name, normalizeStyle(value)];
      if (name === 'class') return [name, value.split(/\s+/).filter(Boolean).join(' ')];
      return [name, value];
    })
    .map((pair) => JSON.stringify(pair))
    .sort()
    .join();

function collect(node: HtmlNode, isVerbatim: boolean, into: Piece[]): void {
  const { nodeType, nodeValue, childNodes } = node;
  if (nodeType === TEXT || nodeType === COMMENT) {
    const kind = nodeType === TEXT ? 'text' : 'comment';
    const before = into.at(-1);
    if (kind === 'text' && before?.kind === 'text') {
      into[into.length - 1] = { ...before, value: before.value + (nodeValue ?? '') };
    } else into.push({ kind, value: nodeValue ?? '', attributes: '', isVerbatim });
    return;
  }
  const isElement = nodeType === ELEMENT;
  const value = node.nodeName.toLowerCase();
  const keeps = isVerbatim || (isElement && VERBATIM.has(value));
  if (isElement) into.push({ kind: 'open', value, attributes: attributesOf(node), isVerbatim });
  for (const child of Array.from(childNodes)) collect(child, keeps, into);
  if (isElement) into.push({ kind: 'close', value, attributes: '', isVerbatim });
}

/** With white space as a browser displays it. */
function piecesOf(root: HtmlNode): readonly Piece[] {
  const all: Piece[] = [];
  for (const child of Array.from(root.childNodes)) collect(child, false, all);
  let endsWithSpace = true;
  const pieces: Piece[] = [];
  all.forEach((piece, index) => {
    if (piece.kind !== 'text') {
      if (isEdge(piece)) endsWithSpace = true;
      pieces.push(piece);
      return;
    }
    if (piece.isVerbatim) {
      endsWithSpace = false;
      pieces.push(piece);
      return;
    }
    // Not \s: browsers do not collapse no-break spaces.
    let value = piece.value.replace(/[ \t\n\r\f]+/g, ' ');
    if (endsWithSpace) value = value.replace(/^ /, '');
    if (isEdge(all[index + 1])) value = value.replace(/ $/, '');
    if (value === '') return;
    endsWithSpace = value.endsWith(' ');
    pieces.push({ ...piece, value });
  });
  return pieces;
}

/** In characters. */
const SHOWN = 40;

function nameOf(piece: Piece): string {
  if (piece.kind === 'open' || piece.kind === 'close') return `<${piece.value}>`;
  const shown = truncate(piece.value.trim(), SHOWN);
  if (piece.kind === 'comment') return `the comment "${shown}"`;
  return shown === '' ? 'white space' : `"${shown}"`;
}

/** The first piece that differs in meaning, as text for a message: not by order of attributes, styles or entities. */
export function findChange(before: HtmlNode, after: HtmlNode): string | undefined {
  const old = piecesOf(before);
  const now = piecesOf(after);
  for (let index = 0; index < Math.max(old.length, now.length); index++) {
    const [was, is] = [old[index], now[index]];
    if (!was) return is && nameOf(is);
    if (!is || was.kind !== is.kind || was.value !== is.value) return nameOf(was);
    if (was.attributes !== is.attributes) return `the attributes of <${was.value}>`;
  }
  return undefined;
}
