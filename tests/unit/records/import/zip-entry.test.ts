import { expect, test } from 'vitest';
import { DAMAGED, readEntry, STORED } from '#domain/records/import/zip-entry.ts';

const NAME = 'a.txt';
/** The checksum of `content`. */
const CRC32 = 0xfec530a9;

/** A stored entry as it stands in a zip: its header, its name and its content. */
function entry(content: string): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(NAME.length, 26);
  return new Uint8Array(Buffer.concat([header, Buffer.from(NAME + content)]));
}

const place = { offset: 0, packed: 7, size: 7, crc32: CRC32, method: STORED };

test('an entry has the content between its header and the next', async () => {
  const file = new Blob(['before', entry('content'), 'after']);
  expect(await (await readEntry(file, { ...place, offset: 6 })).text()).toBe('content');
});

test.each([
  ['is cut in its header', entry('content').slice(0, 29), {}],
  ['has no header', new Uint8Array(40), {}],
  ['has another header', entry('content').fill(0, 0, 1), {}],
  ['is cut in its content', entry('conten'), {}],
  ['is longer than it says', entry('content!'), { packed: 8 }],
  ['has another content', entry('contenT'), {}],
])('an entry that %s is damaged', async (_, bytes, change) => {
  await expect(readEntry(new Blob([bytes]), { ...place, ...change })).rejects.toThrow(DAMAGED);
});

test('a file that was moved says so', async () => {
  const gone = {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  };
  await expect(readEntry(gone as unknown as Blob, place)).rejects.toThrow('Was it changed or moved?');
  const other = { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'AbortError')) }) };
  await expect(readEntry(other as unknown as Blob, place)).rejects.toThrow(DAMAGED);
});
