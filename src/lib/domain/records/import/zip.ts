/* Fetched when a zip is opened. */
import {
  BlobReader,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import { crc32 } from '#domain/model/crc32.ts';
import { FileProblem } from './plan.ts';

/** A file of records and, in the folder `files` beside it, the files of these. */
export interface Archive {
  readonly records: Blob;
  /** Of the files of records. */
  readonly count: number;
  /** Of a record's file, in bytes; 'repeated' if there are several. */
  readonly sizeOf: (path: string) => number | 'repeated' | undefined;
  /** Throws FileProblem. */
  readonly read: (path: string) => Promise<Blob>;
}

interface Place {
  readonly offset: number;
  /** In bytes, in the zip. */
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

/** Fails when the bytes are not those that the zip announces, and at the first one too many. */
function checker({ size, crc32: announced }: Place) {
  let sum = 0;
  let length = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      length += bytes.length;
      if (length > size) throw new FileProblem(DAMAGED);
      sum = crc32(bytes, sum);
      controller.enqueue(bytes);
    },
    flush() {
      if (length !== size || sum !== announced) throw new FileProblem(DAMAGED);
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

/** Throws FileProblem. */
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

/** Not what macOS adds. */
const isRecords = (path: string): boolean =>
  /\.(csv|tsv|json|ndjson|jsonl)$/i.test(path) && !/(^|\/)(__MACOSX\/|\._|files\/[^/]*\/)/.test(path);

/** By names, which never become paths. The library's entries would take 7 kB of memory each. Throws FileProblem. */
async function placesIn(file: Blob): Promise<ReadonlyMap<string, Place | 'repeated'>> {
  const places = new Map<string, Place | 'repeated'>();
  const reader = new ZipReader(new BlobReader(file), { filenameValidation: 'tolerant' });
  for await (const entry of reader.getEntriesGenerator()) {
    const { filename, offset, compressedSize: packed, uncompressedSize: size, crc32 = 0 } = entry;
    const method = entry.compressionMethod;
    if (entry.directory) continue;
    if (entry.encrypted) throw new FileProblem(ENCRYPTED);
    if (method !== STORED && method !== DEFLATED) throw new FileProblem(OTHER_METHOD);
    const place = { offset, packed, size, crc32, method };
    places.set(filename, places.has(filename) ? 'repeated' : place);
  }
  return places;
}

const NUMBERS =
  'This is a workbook of Numbers, which can’t be read here. Export it as CSV with the encoding UTF-8, or copy its cells and paste them here.';

/** By the names of a zip's entries; throws FileProblem for a workbook that can't be read. */
function workbookIn(places: ReadonlyMap<string, unknown>): 'xlsx' | 'ods' | undefined {
  if (places.has('xl/workbook.xml') || places.has('xl/workbook.bin')) return 'xlsx';
  if (places.has('Index/Document.iwa') || places.has('Index.zip')) throw new FileProblem(NUMBERS);
  return places.has('content.xml') && places.has('META-INF/manifest.xml') ? 'ods' : undefined;
}

/** Which workbook a zip is, else its records and the names of its entries. Throws FileProblem. */
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
