import type { DocsLine } from '../doc.ts';
import { Code } from '../literal.ts';
import { GENERAL_FAILURE } from '../shared.ts';
import { accountTabs, identity } from './accounts.ts';

const META = {
  id: 'abc123',
  name: 'John Doe',
  username: 'john.doe',
  email: 'test@example.com',
  avatarUrl: 'https://example.com/avatar.png',
  isNew: false,
  accessToken: '...',
  refreshToken: '...',
  expiry: '2022-01-01 10:00:00.123Z',
  rawUser: {},
};

/** What PocketBase 0.22 says in its own words, or has alone. */
export const line: DocsLine = {
  administrator: 'admin',
  administrators: new Code('admins'),
  ownId: 'pb.authStore.model.id',
  placeholders: {},
  failureBody: (code, message, data) => ({ code, message, data }),
  invalid: GENERAL_FAILURE,
  invalidAddress: 'An error occurred while validating the form.',
  tokenMissing: 'The request requires valid record authorization token to be set.',
  list: { maxPerPage: 500, sortKeys: () => [] },
  write: {
    maxPassword: 72,
    id: () => 'Exactly 15 characters of `a-z` and `0-9`. Generated if omitted.',
    files: (name, isMany) =>
      isMany
        ? `New files are added to the stored ones. \`null\` deletes all; \`${name}-\` with a file name deletes that one.`
        : '`null` deletes the stored file.',
    addedFiles: (name) => name,
    // The backend uses another message for requests that do not come from an admin.
    createFailed: ({ createRule }) => (createRule === null ? GENERAL_FAILURE : 'Failed to create record.'),
    updateFailed: GENERAL_FAILURE,
    required: { code: 'validation_required', message: 'Missing required value.' },
    wrongId: () => ({ code: 'validation_length_invalid', message: 'The length must be exactly 15.' }),
    changedId: { code: 'validation_in_invalid', message: 'Must be a valid value.' },
  },
  account: {
    identity,
    only: ({ auth }) =>
      auth?.isVerifiedOnly
        ? {
            text: 'Only verified accounts can sign in.',
            reason: 'The account is not verified yet.',
            message: 'Please verify your account first.',
            refresh: 'Also when the account is not verified.',
          }
        : undefined,
    providerMissing: GENERAL_FAILURE,
    redirect: { redirectUrl: 'The redirect address of the request to the provider.' },
    meta: META,
  },
  moreTabs: () => [],
  accountTabs,
};
