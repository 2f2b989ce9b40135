import { FileProblem } from './problem.ts';

/** Where the bytes of an entry of a zip are. */
export interface Place {
  readonly offset: number;
  /** Size in the zip, in bytes. */
  readonly packed: number;
  readonly size: number;
  readonly crc32: number;
  readonly method: number;
}

export const STORED = 0;
export const DEFLATED = 8;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_SIZE = 30;

export const DAMAGED = 'This zip is damaged or not complete.';
const GONE = 'The zip can’t be read any more. Was it changed or moved?';

const POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** Passes the bytes of an entry on; fails when they are not those that the zip announces, and at the first one too many. */
function checker({ size, crc32 }: Place) {
  let crc = -1;
  let length = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      length += bytes.length;
      if (length > size) throw new FileProblem(DAMAGED);
      for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
      controller.enqueue(bytes);
    },
    flush() {
      if (length !== size || ~crc >>> 0 !== crc32) throw new FileProblem(DAMAGED);
    },
  });
}

async function read(file: Blob, place: Place): Promise<Blob> {
  const header = new DataView(await file.slice(place.offset, place.offset + LOCAL_HEADER_SIZE).arrayBuffer());
  // A header that is cut has no such numbers, which is damage, too.
  if (header.getUint32(0, true) !== LOCAL_HEADER) throw new FileProblem(DAMAGED);
  const start = place.offset + LOCAL_HEADER_SIZE + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = file.slice(start, start + place.packed);
  if (place.method === DEFLATED) {
    const content = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(content.pipeThrough(checker(place))).blob();
  }
  // It stays on the disk: it is checked, but not copied.
  await packed.stream().pipeThrough(checker(place)).pipeTo(new WritableStream());
  return packed;
}

/** The content of an entry; throws FileProblem when it is damaged. */
export async function readEntry(file: Blob, place: Place): Promise<Blob> {
  try {
    return await read(file, place);
  } catch (error) {
    const isGone = error instanceof DOMException && error.name === 'NotReadableError';
    throw new FileProblem(isGone ? GONE : DAMAGED);
  }
}
