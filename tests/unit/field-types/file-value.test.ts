import { expect, test } from 'vitest';
import {
  addFiles,
  deleteFile,
  moveAdded,
  moveItem,
  readFiles,
  removeAdded,
  restoreFile,
} from '#domain/field-types/file-value.ts';

const [one, two, three] = [new File([], '1'), new File([], '2'), new File([], '3')];
const stored = readFiles(['a', 'b']);

test('[RF-12] marks a stored file as deleted once, and ignores unknown names', () => {
  const marked = deleteFile(stored, 'a');
  expect(marked).toEqual({ names: ['a', 'b'], deleted: ['a'], added: [] });
  expect(deleteFile(marked, 'a')).toBe(marked);
  expect(deleteFile(marked, 'unknown')).toBe(marked);
  expect(deleteFile(marked, 'b').deleted).toEqual(['a', 'b']);
});

test('[RF-12] restores a deleted file if the field has fewer than the maximum of files', () => {
  const both = { ...stored, deleted: ['a', 'b'] };
  expect(restoreFile(both, 'a', 2).deleted).toEqual(['b']);
  expect(restoreFile({ ...both, added: [one] }, 'a', 2).deleted).toEqual(['b']);
  const full = { ...both, added: [one, two] };
  expect(restoreFile(full, 'a', 2)).toBe(full);
});

test('[RF-13] removes one new file and keeps the others', () => {
  expect(removeAdded({ ...stored, added: [one, two, three] }, two).added).toEqual([one, three]);
});

test('[RF-14] adds files only up to the maximum', () => {
  expect(addFiles(stored, [one, two, three], 4).added).toEqual([one, two]);
  expect(addFiles(stored, [one], 2)).toBe(stored);
  expect(addFiles(stored, [one], 1)).toBe(stored);
});

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 0, ['b', 'a', 'c']],
  [1, 1, ['a', 'b', 'c']],
])('[RF-15] moves the item at %i to %i', (from, to, moved) => {
  expect(moveItem(['a', 'b', 'c'], from, to)).toEqual(moved);
});

test.each([
  [0, 3],
  [0, -1],
  [3, 0],
  [-1, 0],
])('[RF-15] moves nothing from %i to %i', (from, to) => {
  const items = ['a', 'b', 'c'];
  expect(moveItem(items, from, to)).toBe(items);
});

test('[RF-15] moves a new file among the new ones', () => {
  const moved = moveAdded({ ...stored, added: [one, two] }, 1, 0);
  expect(moved.added).toEqual([two, one]);
  expect(moved.names).toEqual(['a', 'b']);
});
