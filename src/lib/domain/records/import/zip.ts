/* The code is fetched when a zip is opened. */
import {
  BlobReader,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import { FileProblem } from './plan.ts';

/** A zip with a file of records and, in the folder `files` beside it, the files of these. */
export interface Archive {
  /** The file of records. */
  readonly records: Blob;
  /** Number of the files of records. */
  readonly count: number;
  /** The size of a record's file, in bytes: undefined if there is none, 'repeated' if there are several. */
  readonly sizeOf: (path: string) => number | 'repeated' | undefined;
  /** The content of a record's file; throws FileProblem. */
  readonly read: (path: string) => Promise<Blob>;
}

/** Where the bytes of an entry of a zip are. */
interface Place {
  readonly offset: number;
  /** Size in the zip, in bytes. */
  readonly packed: number;
  readonly size: number;
  readonly crc32: number;
  readonly method: number;
}

const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_SIZE = 30;

const DAMAGED = 'This zip is damaged or not complete.';
const GONE = 'The zip can’t be read any more. Was it changed or moved?';

const POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/**
 * Passes the bytes of an entry on; fails when they are not those that the zip announces, and at the first one too many.
 */
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
async function readEntry(file: Blob, place: Place): Promise<Blob> {
  try {
    return await read(file, place);
  } catch (error) {
    const isGone = error instanceof DOMException && error.name === 'NotReadableError';
    throw new FileProblem(isGone ? GONE : DAMAGED);
  }
}

const ENCRYPTED = 'This zip is encrypted. Unpack it, zip it again without a password, and choose that zip.';
const OTHER_METHOD = 'This zip is compressed in a way that can’t be read here. Zip it again with “Deflate”.';
const NO_RECORDS =
  'This zip has no file with records: one CSV, JSON or NDJSON file, and beside it the folder “files”.';

/** What macOS adds is no file of records. */
const isRecords = (path: string): boolean =>
  /\.(csv|tsv|json|ndjson|jsonl)$/i.test(path) && !/(^|\/)(__MACOSX\/|\._|files\/[^/]*\/)/.test(path);

/**
 * The entries by their names, which are compared and nothing else: none becomes a path. Throws FileProblem. The
 * library's own entries would take 7 kB of memory each.
 */
async function placesIn(file: Blob): Promise<ReadonlyMap<string, Place | 'repeated'>> {
  const places = new Map<string, Place | 'repeated'>();
  const reader = new ZipReader(new BlobReader(file), { filenameValidation: 'tolerant' });
  for await (const entry of reader.getEntriesGenerator()) {
    const {
      filename,
      offset,
      compressedSize,
      uncompressedSize,
      crc32 = 0,
      compressionMethod: method,
    } = entry;
    if (entry.directory) continue;
    if (entry.encrypted) throw new FileProblem(ENCRYPTED);
    if (method !== STORED && method !== DEFLATED) throw new FileProblem(OTHER_METHOD);
    const place = { offset, packed: compressedSize, size: uncompressedSize, crc32, method };
    places.set(filename, places.has(filename) ? 'repeated' : place);
  }
  return places;
}

const NUMBERS =
  'This is a workbook of Numbers, which can’t be read here. Export it as CSV with the encoding UTF-8, or copy its cells and paste them here.';

/** Which workbook a zip is, by the names of its entries; throws FileProblem for one that can't be read. */
function workbookIn(places: ReadonlyMap<string, unknown>): 'xlsx' | 'ods' | undefined {
  if (places.has('xl/workbook.xml') || places.has('xl/workbook.bin')) return 'xlsx';
  if (places.has('Index/Document.iwa') || places.has('Index.zip')) throw new FileProblem(NUMBERS);
  return places.has('content.xml') && places.has('META-INF/manifest.xml') ? 'ods' : undefined;
}

/**
 * Opens a zip: reads the names of its entries and its records, or finds out which workbook it is. Throws FileProblem.
 */
export async function openZip(file: Blob): Promise<Archive | 'xlsx' | 'ods'> {
  const places = await placesIn(file).catch((error: unknown) => {
    if (error instanceof FileProblem) throw error;
    const isEncrypted = error instanceof Error && error.message === ERR_ENCRYPTED_CENTRAL_DIRECTORY;
    throw new FileProblem(isEncrypted ? ENCRYPTED : DAMAGED);
  });
  const workbook = workbookIn(places);
  if (workbook) return workbook;
  const read = (path: string) => {
    const place = places.get(path);
    if (place === undefined || place === 'repeated') throw new FileProblem(DAMAGED);
    return readEntry(file, place);
  };
  const [path, ...others] = [...places.keys()].filter(isRecords);
  if (path === undefined) throw new FileProblem(NO_RECORDS);
  if (others.length || places.get(path) === 'repeated')
    throw new FileProblem(
      `This zip has several files with records: ${[path, ...others].join(', ')}. Keep one.`,
    );
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return {
    records: await read(path),
    count: [...places.keys()].filter((name) => name.startsWith(`${folder}files/`)).length,
    sizeOf: (name) => {
      const place = places.get(folder + name);
      return typeof place === 'object' ? place.size : place;
    },
    read: async (name) => read(folder + name),
  };
}
