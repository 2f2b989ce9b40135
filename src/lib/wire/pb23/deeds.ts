import type { DeedTable } from '../both/deeds.ts';

export const DEEDS: DeedTable = [
  [/^POST \/api\/collections\/_superusers\/auth-with-[a-z0-9]+$/, 'A superuser has signed in'],
  [/^POST \/api\/collections\/_superusers\/records$/, 'Created a superuser'],
  [/^PATCH \/api\/collections\/_superusers\/records\/([^/]+)$/, 'Changed superuser {1}'],
  [/^DELETE \/api\/collections\/_superusers\/records\/([^/]+)$/, 'Deleted superuser {1}'],
  [/^POST \/api\/collections\/([^/]+)\/impersonate\/([^/]+)$/, 'Issued a token for {2} of {1}'],
  [/^DELETE \/api\/collections\/([^/]+)\/truncate$/, 'Deleted all records of {1}'],
  [/^POST \/api\/batch$/, 'Changed records in a batch'],
  [/^POST \/api\/crons\/([^/]+)$/, 'Started the job {1}'],
  [/^DELETE \/api\/logs$/, 'Deleted the log'],
  [/^POST \/api\/sql$/, 'Ran SQL'],
];
