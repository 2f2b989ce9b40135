import { expect, test } from 'vitest';
import { BATCH_TEXTS, batchSize } from '#domain/app/batch-settings.ts';
import { randomBelow, seededNumbers } from '#domain/app/random-number.ts';
import { createPrint } from '#domain/app/text-print.ts';
import { newId } from '#domain/records/import/new-id.ts';
import { parseUnfinished, type UnfinishedImport, withUnfinished } from '#domain/records/import/unfinished.ts';

const SEED = '00112233445566778899aabbccddeeff';
const collection = { fields: [] };

test('[BY-15] a seed gives each row the same id again, and no two rows the same', () => {
  const ids = Array.from({ length: 20_000 }, (_, row) => newId(collection, seededNumbers(SEED, row)));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => /^[a-z0-9]{15}$/.test(id))).toBe(true);
  expect(newId(collection, seededNumbers(SEED, 7))).toBe(ids[7]);
  const others = ids.map((_, row) => newId(collection, seededNumbers(SEED.replace('0', '1'), row)));
  expect(ids.filter((id) => others.includes(id))).toEqual([]);
  expect(newId(collection)).not.toBe(newId(collection));
});

test('each number of a seed is as likely as the others', () => {
  const found = Array(7).fill(0);
  for (let row = 0; row < 7000; row++) found[randomBelow(7, seededNumbers(SEED, row))]++;
  for (const count of found) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

const printOf = (...texts: string[]): string => {
  const print = createPrint();
  for (const text of texts) print.add(text);
  return print.get();
};

test('[BY-15] other rows have another print', () => {
  const row = '[2,["a","b"]]';
  const prints = [
    ...[printOf(), printOf(''), printOf(row), printOf(row, row), printOf(`${row}${row}`)],
    ...[printOf('[2,["a","c"]]'), printOf('[3,["a","b"]]'), printOf('[2,["b","a"]]'), printOf(' ', row)],
  ];
  expect(new Set(prints).size).toBe(prints.length);
  expect(printOf(row, 'x')).toBe(printOf(row, 'x'));
  const many = Array.from({ length: 50_000 }, (_, at) => printOf(`[${at},["t"]]`));
  expect(new Set(many).size).toBe(many.length);
});

const unfinished = (print: string): UnfinishedImport => ({
  ...{ collection: 'c', file: 'a.csv', count: 3, print, seed: SEED, at: '2026-11-05 12:00:00.000Z' },
});

test('[BY-15] what is stored of imports is read as far as it is sound', () => {
  const sound = unfinished('p');
  expect(parseUnfinished(JSON.stringify([sound]))).toEqual([sound]);
  const broken = [
    null,
    1,
    'a',
    [],
    {},
    { ...sound, seed: 'x' },
    { ...sound, seed: undefined },
    { ...sound, print: 5 },
  ];
  expect(parseUnfinished(JSON.stringify([...broken, sound]))).toEqual([sound]);
  for (const text of [undefined, '', '{', '{}', 'null', '7']) expect(parseUnfinished(text)).toEqual([]);
});

test('[BY-15] the newest imports are kept, each once', () => {
  const all = Array.from({ length: 12 }, (_, at) => unfinished(`p${at}`));
  const kept = all.reduce(withUnfinished, [] as readonly UnfinishedImport[]);
  expect(kept.map(({ print }) => print)).toEqual(
    all
      .map(({ print }) => print)
      .reverse()
      .slice(0, 10),
  );
  const again = { ...unfinished('p11'), seed: SEED.replace('0', 'f') };
  expect(withUnfinished(kept, again).filter(({ print }) => print === 'p11')).toEqual([again]);
});

test('[BY-10] a batch has what the settings allow; one change is no batch', () => {
  const sizeOf = (isEnabled: boolean | undefined, max: number | undefined) =>
    batchSize({
      ...{ 'batch.isEnabled': isEnabled, 'batch.maxRequests': max },
      ...{ 'batch.timeout': 3, 'batch.maxBodySize': 0 },
    });
  expect([sizeOf(true, 50), sizeOf(true, 2), sizeOf(true, 100_000)]).toEqual([50, 2, 500]);
  expect([sizeOf(false, 50), sizeOf(undefined, undefined), sizeOf(true, 1), sizeOf(true, 0)]).toEqual([
    0, 0, 0, 0,
  ]);
  expect(batchSize(undefined)).toBe(0);
  expect(BATCH_TEXTS.delete(50, 'hold')).toContain('nothing of it is deleted');
  expect(BATCH_TEXTS.delete(50, 'skip')).toContain('the others are deleted');
});
