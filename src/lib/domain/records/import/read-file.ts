import { BYTE_ORDER_MARK } from '../transfer/csv.ts';
import { FileProblem } from './problem.ts';

const UTF_16 = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

async function encodingOf(file: Blob): Promise<string> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return UTF_16.find(({ mark }) => mark.every((byte, at) => byte === start[at]))?.encoding ?? 'utf-8';
}

/** Whether a file begins with a byte order mark, by which spreadsheets recognise its encoding. */
export async function hasByteOrderMark(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder(await encodingOf(file), { ignoreBOM: true });
  return decoder.decode(await file.slice(0, 3).arrayBuffer()).startsWith(BYTE_ORDER_MARK);
}

function decoded(decoder: TextDecoder, bytes: ArrayBuffer, stream: boolean): string | undefined {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

/** Bytes that are read at a time. */
const CHUNK = 1 << 20;

/** The text of a file in parts, without its byte order mark; throws FileProblem when it is not UTF-8 or UTF-16. */
export async function* textOfFile(
  file: Blob,
  onProgress: (bytes: number) => void,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(await encodingOf(file), { fatal: true });
  for (let start = 0; start < file.size; start += CHUNK) {
    const end = Math.min(start + CHUNK, file.size);
    const bytes = await file.slice(start, end).arrayBuffer();
    const text = decoded(decoder, bytes, end < file.size);
    // UTF-16 without a mark decodes as UTF-8 with such characters between the letters.
    if (text === undefined || (start === 0 && text.slice(0, 2).includes('\0')))
      throw new FileProblem('This file is not UTF-8. Save it as “CSV UTF-8” or JSON, then choose it again.');
    onProgress(end);
    yield text;
  }
}
