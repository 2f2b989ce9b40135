import type { Collection } from '#domain/backend/collection.ts';
import type { FieldOf } from '#domain/backend/field.ts';
import { range } from '#domain/field-types/docs.ts';
import type { DocsLine } from '../doc.ts';
import { BLANK } from '../shared.ts';
import { accountTabs } from './accounts.ts';
import { batch } from './batch.ts';

const INVALID = 'An error occurred while validating the submitted data.';
/** Of an id, where its field says nothing. */
const ID_LENGTH = 15;

type IdField = FieldOf<'text'>;

const limitOf = (limit: unknown): number | undefined =>
  typeof limit === 'number' && limit > 0 ? limit : undefined;

/** What the id of a new record may be. */
function idOptions({ fields }: Pick<Collection, 'fields'>) {
  const field = fields.find((one): one is IdField => one.role === 'id' && one.type === 'text');
  if (!field) return { min: ID_LENGTH, max: ID_LENGTH, pattern: '' };
  return { min: limitOf(field.min), max: limitOf(field.max), pattern: field.pattern };
}

function idText(collection: Collection): string {
  const { min, max, pattern } = idOptions(collection);
  const length = min === max && min !== undefined ? `exactly ${min}` : range(min, max);
  const terms = [length && `${length} characters`, pattern && `matching \`${pattern}\``].filter(Boolean);
  return `Unique in the collection${terms.map((term) => `, ${term}`).join('')}. Generated if omitted.`;
}

/** What the backend says of an id that is too short, or without a length does not match. */
function wrongId(collection: Collection) {
  const { min } = idOptions(collection);
  if (min === undefined) return { code: 'validation_invalid_format', message: 'Invalid value format.' };
  const message = `Must be at least ${min} character(s).`;
  return { code: 'validation_min_text_constraint', message, params: { min } };
}

const joined = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');

function only({ authRule }: Collection) {
  if (authRule === undefined || authRule === '') return undefined;
  const message = "The request doesn't satisfy the collection requirements to authenticate.";
  if (authRule === null) {
    const text = 'The authentication rule is locked: nobody can sign in.';
    return { text, reason: 'Nobody can sign in.', message, refresh: 'Also for every account.' };
  }
  return {
    text: `Only accounts that match the authentication rule can sign in: \`${authRule}\`.`,
    reason: 'The account does not match the authentication rule.',
    message,
    refresh: 'Also when the account does not match the authentication rule.',
  };
}

/** What PocketBase 0.23 and newer say in their own words, or have alone. */
export const line: DocsLine = {
  administrator: 'superuser',
  administrators: '_superusers',
  ownId: 'pb.authStore.record?.id',
  placeholders: {
    // Which fields are looked up is an option of each collection.
    identity: 'YOUR_IDENTITY',
    adminEmail: 'YOUR_SUPERUSER_EMAIL',
    adminPassword: 'YOUR_SUPERUSER_PASSWORD',
  },
  failureBody: (status, message, data) => ({ data, message, status }),
  invalid: INVALID,
  invalidAddress: INVALID,
  tokenMissing: 'The request requires valid record authorization token.',
  list: {
    maxPerPage: 1000,
    sortLimit: '8 keys at most.',
    filterLimit: '3,500 bytes and 200 comparisons at most.',
    sortKeys: ({ type }) => (type === 'view' ? [] : ['@rowid']),
  },
  write: {
    maxPassword: 71,
    id: idText,
    files: (name, isMany) =>
      isMany
        ? `New files under \`${name}\` replace the stored ones, under \`${name}+\` they are added. \`null\` deletes all; \`${name}-\` with a file name deletes that one.`
        : '`null` deletes the stored file.',
    addedFiles: (name) => `${name}+`,
    createFailed: () => 'Failed to create record.',
    updateFailed: 'Failed to update record.',
    required: BLANK,
    wrongId,
    changedId: { code: 'validation_pk_change', message: 'The record primary key cannot be changed.' },
  },
  account: {
    identity: ({ auth }) =>
      joined((auth?.identityFields ?? []).map((name) => (name === 'email' ? 'e-mail address' : name))),
    only,
    providerMissing: 'An error occurred while loading the submitted data.',
    redirect: {
      'redirectURL?': 'The redirect address of the request to the provider; up to 0.39.3 it is required.',
    },
    meta: {
      expiry: '2022-01-01 10:00:00.123Z',
      rawUser: {},
      id: 'abc123',
      name: 'John Doe',
      username: 'john.doe',
      email: 'test@example.com',
      avatarURL: 'https://example.com/avatar.png',
      accessToken: '...',
      refreshToken: '...',
      avatarUrl: 'https://example.com/avatar.png',
      isNew: false,
    },
  },
  moreTabs: (context) => [batch(context)],
  accountTabs,
};
