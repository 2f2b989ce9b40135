import { expect, test } from 'vitest';
import { textOfFile } from '#domain/records/import/read-file.ts';

const MIB = 1 << 20;

async function read(...parts: BlobPart[]) {
  const done: number[] = [];
  const texts = await Array.fromAsync(textOfFile(new Blob(parts), (bytes) => done.push(bytes)));
  return { texts, done };
}

test('a file is read in parts of a MiB, and none is empty', async () => {
  expect(await read()).toEqual({ texts: [], done: [] });
  expect(await read('a'.repeat(MIB))).toEqual({ texts: ['a'.repeat(MIB)], done: [MIB] });
  const { texts, done } = await read('a'.repeat(MIB - 1), 'é');
  expect([texts.map((text) => text.slice(-2)), done]).toEqual([
    ['aa', 'é'],
    [MIB, MIB + 1],
  ]);
});

test('big-endian UTF-16 is read, and a letter that is cut at the end refused', async () => {
  expect((await read(new Uint8Array([0xfe, 0xff, 0, 0xe9]))).texts).toEqual(['é']);
  await expect(read(new Uint8Array([0x61, 0xc3]))).rejects.toThrow('This file is not UTF-8.');
});

test.each([[[0x61, 0, 0x3b, 0]], [[0, 0x61, 0, 0x3b]]])(
  'UTF-16 without a mark is refused: %j',
  async (bytes) => {
    await expect(read(new Uint8Array(bytes))).rejects.toThrow('This file is not UTF-8.');
  },
);
