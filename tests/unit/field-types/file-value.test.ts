import { expect, test } from 'vitest';
import {
  addFiles,
  deleteFile,
  moveAdded,
  moveItem,
  noFiles,
  readFiles,
  removeAdded,
  restoreFile,
} from '#domain/field-types/file-value.ts';
import { readField } from '#wire/pb22/collections.ts';

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

/** A file of this size that a system gives this type. */
const sized = (name: string, size: number, type = '') => new File([new Uint8Array(size)], name, { type });
const limits = (max: number, options: Readonly<Record<string, unknown>> = {}) => ({
  max,
  field: readField({ type: 'file', options }),
});
/** What is left out of these files by a field of these types. */
const leftOf = (mimeTypes: readonly string[], ...files: readonly File[]) =>
  addFiles(noFiles, files, limits(9, { mimeTypes })).leftOut;

test('[RF-14] adds files only up to the maximum', () => {
  expect(addFiles(stored, [one, two], limits(4))).toEqual({
    value: { ...stored, added: [one, two] },
    leftOut: '',
  });
  for (const max of [2, 1]) expect(addFiles(stored, [one], limits(max)).value).toBe(stored);
  expect(addFiles(stored, [], limits(9))).toEqual({ value: stored, leftOut: '' });
});

test('[TR-19] names every file for which there is no room', () => {
  const six = Array.from({ length: 6 }, (_, at) => new File([], `R19-picture-${at + 1}.png`));
  const { value, leftOut } = addFiles(noFiles, six, limits(4));
  expect(value.added).toEqual(six.slice(0, 4));
  expect(leftOut).toBe('Left out, because the field takes 4 files: R19-picture-5.png, R19-picture-6.png.');
  const album = Array.from({ length: 500 }, (_, at) => new File([], `${at + 1}.png`));
  expect(addFiles(noFiles, album, limits(4)).leftOut).toMatch(/: 5\.png, .*, 24\.png and 476 more\.$/);
  expect(addFiles(noFiles, [one, two], limits(1)).leftOut).toBe(
    'Left out, because the field takes 1 file: 2.',
  );
});

test('[TR-18] leaves out and names files that are too large, and takes others in their place', () => {
  const [large, fits, small] = [sized('film.png', 11), sized('fits.png', 10), sized('small.png', 1)];
  const { value, leftOut } = addFiles(noFiles, [large, fits, small], limits(2, { maxSize: 10 }));
  expect(value.added).toEqual([fits, small]);
  expect(leftOut).toBe('Left out, because a file may have 10 B at most: film.png.');
  expect(addFiles(noFiles, [large], limits(2, { maxSize: 0 })).leftOut).toBe('');
});

test('[TR-18] leaves out and names files that are surely of another type', () => {
  const pictures = ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif', 'image/webp'];
  expect(leftOf(pictures, sized('notes.txt', 1, 'text/plain'), sized('photo.PNG', 1, 'image/png'))).toBe(
    `Left out, because the field takes only ${pictures.join(', ')}: notes.txt.`,
  );
  for (const name of ['a.txt', 'a.DOCX', 'a.pdf', 'a.mp4', 'a.mp3'])
    expect(leftOf(pictures, sized(name, 1)), name).toContain(name);
  expect(leftOf(['application/pdf'], sized('a.docx', 1), sized('b.jpg', 1))).toContain('a.docx, b.jpg');
  expect(leftOf(['text/plain'], sized('a.pdf', 1, 'application/pdf'))).toContain('a.pdf');
});

test('[TR-18] leaves to the backend what only the content tells', () => {
  // A picture with the ending of another one, an unknown ending, a type that the system has wrong.
  expect(
    leftOf(['image/png'], sized('really-a-png.jpg', 1, 'image/jpeg'), sized('a', 1), sized('a.', 1)),
  ).toBe('');
  expect(leftOf(['image/heic'], sized('a.heic', 1), sized('b.xyz', 1))).toBe('');
  expect(leftOf(['text/csv'], sized('a.csv', 1, 'application/vnd.ms-excel'))).toBe('');
  expect(leftOf(['text/plain'], sized('types.ts', 1, 'video/mp2t'), sized('a.svg', 1, 'image/svg+xml'))).toBe(
    '',
  );
  expect(leftOf(['image/vnd.dwg'], sized('plan.dwg', 1, 'application/acad'))).toBe('');
  expect(leftOf(['video/mp4', 'application/ogg'], sized('sound.m4a', 1), sized('a.ogg', 1))).toBe('');
  expect(leftOf(['application/octet-stream'], sized('a.png', 1))).toBe('');
  expect(leftOf([], sized('a.txt', 1, 'text/plain'))).toBe('');
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
