import { expect, test } from 'vitest';
import { firstEncoding, textOfFile, WrongEncoding } from '#domain/records/import/read-file.ts';

const MIB = 1 << 20;

async function read(...parts: BlobPart[]) {
  const done: number[] = [];
  const texts = await Array.fromAsync(textOfFile(new Blob(parts), 'utf-8', (bytes) => done.push(bytes)));
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

test('a part that is in another encoding is refused', async () => {
  await expect(read(new Uint8Array([0x61, 0xc3]))).rejects.toThrow(
    'This file is not UTF-8, or it is damaged.',
  );
  await expect(read('a'.repeat(MIB), new Uint8Array([0xe9]))).rejects.toBeInstanceOf(WrongEncoding);
});

test('the encoding at the start of a file is that of its mark, or of the zeros between its letters', async () => {
  const of = (bytes: readonly number[]) => firstEncoding(new Blob([new Uint8Array(bytes)]));
  expect(await of([0xff, 0xfe, 0xe9, 0])).toBe('utf-16le');
  expect(await of([0xfe, 0xff, 0, 0xe9])).toBe('utf-16be');
  expect(await of([0x61, 0, 0x3b, 0])).toBe('utf-16le');
  expect(await of([0, 0x61, 0, 0x3b])).toBe('utf-16be');
  expect(await of([0x61, 0x3b, 0x61, 0x3b, 0])).toBe('utf-8');
  expect(await of([])).toBe('utf-8');
});
