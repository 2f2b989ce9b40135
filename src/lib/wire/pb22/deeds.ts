import type { DeedTable } from '../both/deeds.ts';

export const DEEDS: DeedTable = [
  [/^POST \/api\/admins\/auth-with-[a-z]+$/, 'An admin has signed in'],
  [/^POST \/api\/admins$/, 'Created an admin'],
  [/^PATCH \/api\/admins\/([^/]+)$/, 'Changed admin {1}'],
  [/^DELETE \/api\/admins\/([^/]+)$/, 'Deleted admin {1}'],
  [
    /^DELETE \/api\/collections\/([^/]+)\/records\/([^/]+)\/external-auths\/([^/]+)$/,
    'Unlinked {3} from record {2} of {1}',
  ],
];
