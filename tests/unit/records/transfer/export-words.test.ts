import { expect, test } from 'vitest';
import { exportName, fileNameOf } from '#domain/records/transfer/export-names.ts';
import { type ExportOutcome, exportResult } from '#domain/records/transfer/export-result.ts';

const AT = new Date('2026-11-23T04:05:06.789Z');

test.each([
  ['posts', 'posts-20261123-040506.csv'],
  ['a:b/c\\d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j-20261123-040506.csv'],
])('the export of %j is named %j', (collection, name) => {
  expect(exportName(collection, AT, 'csv')).toBe(name);
});

test.each([
  ['..', '_'],
  ['../../etc', '.._.._etc'],
  ['a\u0000b\n', 'a_b_'],
  ['name. ', 'name_'],
  ['', '_'],
  ['.env', '.env'],
  ['émoji 😀.png', 'émoji 😀.png'],
])('the name %j in a zip is %j', (text, name) => {
  expect(fileNameOf(text)).toBe(name);
});

const result = (changed: Partial<ExportOutcome>) =>
  exportResult({ written: 20_000, before: 20_000, after: 20_000, missing: 0, ...changed });

test('says how many records were exported, and how the counts differ', () => {
  expect(result({})).toBe('Exported 20,000 records.');
  expect(result({ written: 1, before: 1, after: 1 })).toBe('Exported 1 record.');
  expect(result({ written: 20_003, after: 20_010 })).toBe(
    'Exported 20,003 records. The backend had 20,000 records when the export began and 20,010 records when it ended, because others were created, changed or deleted meanwhile.',
  );
  expect(result({ written: 19_999 })).toContain('The backend had 20,000 records');
  expect(result({ after: undefined })).toContain('could not be read afterwards');
});

test('says which of the selected records do not exist any more', () => {
  const selected = { selected: 3, before: 3, after: undefined };
  expect(result({ ...selected, written: 3 })).toBe('Exported 3 records.');
  expect(result({ ...selected, written: 2, missing: 1 })).toBe(
    'Exported 2 records. 1 was deleted meanwhile: 3 records had been selected.',
  );
  expect(result({ ...selected, written: 1, missing: 2 })).toContain(' 2 were deleted meanwhile');
});

test('says how many files were exported', () => {
  expect(result({ files: { written: 1, failed: 0 } })).toBe('Exported 20,000 records. With 1 file.');
  expect(result({ files: { written: 1200, failed: 2 } })).toContain(
    'With 1,200 files; 2 could not be fetched, see errors.txt in the zip.',
  );
});
