/** Pasted or dropped, and more than a line of text. */
export type EarlyPiece =
  | { readonly kind: 'lines'; readonly text: string }
  /** `source` is from the clipboard; `html` is free of active content. */
  | { readonly kind: 'html'; readonly source: string; readonly html: string }
  | { readonly kind: 'image'; readonly html: string };

export interface EarlyText {
  /** Each piece is one character of it, see {@link pieceMark}. */
  readonly text: string;
  readonly pieces: readonly EarlyPiece[];
  /** Instead of being added to the stored text. */
  readonly replaces: boolean;
  /** After the stored text instead of before it. */
  readonly isAtEnd: boolean;
}

/** For private use; nobody types it. */
const FIRST_MARK = 0x10_f0_00;

/** The character that stands for a piece in the text. */
export const pieceMark = (index: number): string => String.fromCodePoint(FIRST_MARK + index);

export const earlyParts = (text: string, pieces: readonly EarlyPiece[]) =>
  text
    .split(/([\u{10f000}-\u{10ffff}])/u)
    .filter((part) => part !== '')
    .map((part) => pieces[(part.codePointAt(0) ?? 0) - FIRST_MARK] ?? part.split('\n'));

/** Browsers show every space of it. No braces, which editors use for commands. */
export const lineToHtml = (line: string): string =>
  line
    .replace(/[&<>{}]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\t/g, '    ')
    .replace(/ (?= |$)|^ /g, '\u00a0');

const paragraphs = (lines: readonly string[]) =>
  lines.map((line) => `<p>${lineToHtml(line) || '<br>'}</p>`).join('');

/** As long as no editor can insert the entered text at its place. `caret` is where the next text belongs. */
export function withEarlyText(stored: string, { text, pieces, replaces, isAtEnd }: EarlyText) {
  const entered = earlyParts(text, pieces)
    .map((part) => {
      if (!('kind' in part)) return paragraphs(part);
      return part.kind === 'lines' ? paragraphs(part.text.split(/\r?\n/)) : `<div>${part.html}</div>`;
    })
    .join('');
  const caret = entered.replace(/<\/p>$/, '').length;
  if (replaces) return { html: entered, caret };
  return isAtEnd
    ? { html: stored + entered, caret: stored.length + caret }
    : { html: entered + stored, caret };
}
