import { expect, test } from 'vitest';
import { sizeText } from '#domain/app/size-text.ts';
import {
  deletedText,
  deleteQuestion,
  isBackupName,
  missingText,
  newestFirst,
  RESTORE_TEXTS,
} from '#domain/settings/backups.ts';

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1100, '1.07 KB'],
  [1536, '1.5 KB'],
  [738_530, '721.22 KB'],
  [1_048_570, '1023.99 KB'],
  [1_048_575, '1 MB'],
  [1_048_576, '1 MB'],
  [1_500_000, '1.43 MB'],
  [5e9, '4.66 GB'],
  [2e12, '1.82 TB'],
  [1e15, '909.49 TB'],
  [1e18, '909494.7 TB'],
])('[BK-02] %d bytes are shown as %s', (bytes, shown) => {
  expect(sizeText(bytes)).toBe(shown);
});

test('[BK-02] the newest backup comes first, and equal times keep their order', () => {
  const backup = (key: string, modified: string) => ({ key, size: 1, modified });
  const backups = [
    backup('old', '2026-01-01 00:00:00.000Z'),
    backup('b', '2026-11-05 10:00:00.000Z'),
    backup('new', '2026-11-05 10:00:00.001Z'),
    backup('a', '2026-11-05 10:00:00.000Z'),
  ];
  expect(newestFirst(backups).map(({ key }) => key)).toEqual(['new', 'b', 'a', 'old']);
});

test.each(['', 'a.zip', '0_-.zip', 'pb_backup_acme_20261121181148.zip'])(
  '[BK-07][OP-07] the name "%s" may be sent',
  (name) => {
    expect(isBackupName(name)).toBe(true);
  },
);

test.each([
  'a',
  '.zip',
  'A.zip',
  'a.ZIP',
  'a b.zip',
  'a.zip ',
  'a.b.zip',
  '@auto_a.zip',
  'ü.zip',
  '../a.zip',
  'a.zip\n',
])('[BK-07][OP-07] the name "%s" is stopped', (name) => {
  expect(isBackupName(name)).toBe(false);
});

test('texts name the backup', () => {
  expect(deleteQuestion('a.zip')).toBe('Do you really want to delete a.zip?');
  expect(deletedText('a.zip')).toBe('Successfully deleted a.zip.');
  expect(missingText('a.zip')).toBe('The backup a.zip no longer exists.');
  expect(RESTORE_TEXTS.notes('superuser')[2]).toBe(
    'All your data is replaced, including settings, users and superusers.',
  );
  expect(RESTORE_TEXTS.failed('a.zip', 'No.')).toBe('Failed to restore a.zip: No.');
});
