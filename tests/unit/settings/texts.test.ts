import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminTexts } from '#domain/settings/admin-fields.ts';
import { APPLICATION_TEXTS } from '#domain/settings/application.ts';
import {
  BACKUP_TEXTS,
  CREATE_TEXTS,
  OPTIONS_TEXTS,
  RESTORE_TEXTS,
  UPLOAD_TEXTS,
} from '#domain/settings/backups.ts';
import { EXPORT_TEXTS, IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { MAIL_TEXTS } from '#domain/settings/mail.ts';
import { APPLE_TEXTS } from '#domain/settings/providers/apple.ts';
import { PROVIDER_TEXTS } from '#domain/settings/providers/options.ts';
import { S3_TEXTS } from '#domain/settings/s3.ts';
import { STORAGE_TEXTS } from '#domain/settings/storage.ts';
import { TOKEN_TEXTS } from '#domain/settings/tokens.ts';
import { inRoot } from '#scripts/lib/paths.ts';

const acceptance = readFileSync(inRoot('docs/acceptance.md'), 'utf8');

test.each([
  {
    of: 'admins',
    texts: adminTexts('admin'),
    own: ['mayBeDeleted', 'gone', 'draft', 'signInAgain', 'askEmail', 'emailChanged'],
  },
  { of: 'the application', texts: APPLICATION_TEXTS, own: [] },
  { of: 'backups', texts: BACKUP_TEXTS, own: [] },
  { of: 'a new backup', texts: CREATE_TEXTS, own: ['locked', 's3', 'invalidName'] },
  { of: 'uploads', texts: UPLOAD_TEXTS, own: ['leave', 'maybeStored'] },
  { of: 'a restore', texts: RESTORE_TEXTS, own: ['trusted', 'restarting'] },
  { of: 'the options of backups', texts: OPTIONS_TEXTS, own: ['loadFailed'] },
  { of: 'the export', texts: EXPORT_TEXTS, own: ['fileName'] },
  {
    of: 'the import',
    texts: IMPORT_TEXTS,
    own: [
      ...['deleteMissing', 'untranslatable', 'endsSessions', 'shown', 'noIds', 'addIds', 'unique'],
      ...['addUnique', 'given', 'mayBeImported', 'mended', 'changedMeanwhile'],
    ],
  },
  {
    of: 'mails',
    texts: MAIL_TEXTS,
    own: ['smtp', 'localName', 'templatesMoved', 'removesPassword', 'keepsPassword', 'maybeSent'],
  },
  { of: 'Apple', texts: APPLE_TEXTS, own: ['privateKey', 'notStored'] },
  { of: 'providers', texts: PROVIDER_TEXTS, own: ['pkce', 'redirect'] },
  { of: 'S3', texts: S3_TEXTS, own: ['removal', 'usesPaths'] },
  { of: 'files', texts: STORAGE_TEXTS, own: ['intro', 'local', 's3'] },
  { of: 'tokens', texts: TOKEN_TEXTS, own: ['invalidatesOwn', 'signInAgain'] },
])('all texts of $of but its own are in the acceptance list', ({ texts, own }) => {
  const entries = Object.entries(texts).filter(([, text]) => typeof text === 'string');
  const others = entries.filter(([, text]) => !acceptance.includes(`'${text}'`)).map(([name]) => name);
  expect(others).toEqual(own);
  expect(entries.map(([, text]) => text)).not.toContain('');
});
