import { BYTE_ORDER_MARK } from '../transfer/csv.ts';
import { ENCODINGS, FileProblem } from './plan.ts';

const GUESSED = Object.keys(ENCODINGS).slice(1, 13);

const MARKS = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;
/** By these bytes UTF-16 without a mark is recognised. */
const HEAD = 4096;

/** The encoding that a file starts in: UTF-16 by its mark, or by the zeros of its ASCII letters; else UTF-8. */
export async function firstEncoding(file: Blob): Promise<string> {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => byte === head[at]));
  if (marked) return marked.encoding;
  const zeros = (rest: number) => head.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (Math.max(even, odd) * 4 <= head.length) return 'utf-8';
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Whether a file begins with a byte order mark, by which spreadsheets recognise its encoding. */
export async function hasByteOrderMark(file: Blob, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return decoder.decode(await file.slice(0, 3).arrayBuffer()).startsWith(BYTE_ORDER_MARK);
}

export class WrongEncoding extends FileProblem {
  readonly bytes: ArrayBuffer;
  constructor(encoding: string, bytes: ArrayBuffer) {
    super(`This file is not ${ENCODINGS[encoding] ?? encoding}, or it is damaged.`);
    this.bytes = bytes;
  }
}

/** In bytes. */
const CHUNK = 1 << 20;

/** The text of a file in parts, without its byte order mark; throws WrongEncoding. */
export async function* textOfFile(file: Blob, encoding: string, onProgress: (bytes: number) => void) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let start = 0; start < file.size; start += CHUNK) {
    const end = Math.min(start + CHUNK, file.size);
    const bytes = await file.slice(start, end).arrayBuffer();
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: end < file.size });
    } catch {
      throw new WrongEncoding(encoding, bytes);
    }
    onProgress(end);
    yield text;
  }
}

/** A word with letters beyond ASCII. */
export const foreignWord = (text: string): string =>
  /[\p{L}\p{M}]{0,40}[^\0-\x7f][^\s,;|"]{0,20}/u.exec(text)?.[0] ?? '';

/** What speaks for and against a text that was decoded: weight and pattern. */
const SIGNS: readonly (readonly [number, RegExp])[] = [
  [1, /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/gu],
  // Each takes two bytes.
  [2, /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu],
  [-3, /[\u0080-\u009f\ufffd\ue000-\uf8ff\uff61-\uff9f]/gu],
  // A sign inside of a word, letters that only few languages have, and several Latin ones beyond ASCII in a row.
  [
    -1,
    /(?<=[^\P{sc=Latin}\0-\x7f])[^\P{sc=Latin}\0-\x7f]|\p{L}[^\p{L}\p{M}\0-\x7f\u2018\u2019\u00b7\u2010-\u2014](?=\p{L})|[ðþÐÞ]/gu,
  ],
  [-1, /\p{Ll}(?=\p{Lu})|\p{Lu}(?=[^\P{Lu}\0-\x7f])/gu],
  // Letters of two scripts in one word.
  [-2, /\p{sc=Latin}(?=[^\P{L}\p{sc=Latin}])|[^\P{L}\p{sc=Latin}](?=\p{sc=Latin})/gu],
];

/** In bytes. */
const SAMPLE = 1 << 16;

/** The encoding that makes most sense of bytes that are no UTF-8; throws FileProblem for UTF-8 that is damaged. */
export function guessEncoding(part: ArrayBuffer): string {
  const all = new Uint8Array(part);
  const first = all.findIndex((byte) => byte > 0x7f);
  const bytes = all.slice(Math.max(0, first - 40), first + SAMPLE);
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const utf8 = new TextDecoder().decode(bytes);
  const broken = count(utf8, /\ufffd/g);
  if (count(utf8, /[^\0-\x7f\ufffd]/g) > 2 * broken)
    throw new FileProblem('This file is damaged UTF-8: some of its letters are not complete.');
  const scoreOf = (encoding: string): number => {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
      // Only words with such letters: ASCII is the same everywhere.
      const words = text.match(/\p{L}{0,40}[^\0-\x7f][^\s,;|"\t]*/gu)?.join(' ') ?? '';
      const own = words.replace(/[\0-\x7f]+/g, '');
      return SIGNS.reduce((sum, [weight, sign]) => sum + weight * count(weight > 0 ? own : words, sign), 0);
    } catch {
      return Number.NEGATIVE_INFINITY;
    }
  };
  const scores = GUESSED.map(scoreOf);
  return GUESSED[scores.indexOf(Math.max(...scores))] ?? 'windows-1252';
}
