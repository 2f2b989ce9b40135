import { readFileSync } from 'node:fs';
import { toCollection, toField } from '#domain/collections/editor/body.ts';
import { createField, newCollectionValues } from '#domain/collections/editor/values.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { type FieldInput, field } from '#scripts/lib/schema.ts';
import { textFile, uniqueName } from '#tests/support/factories.ts';
import { createAdminRequest, firstAdminRequest } from '#wire/administrators.ts';
import { saveCollectionRequest } from '#wire/collection-saves.ts';
import { readCollection } from '#wire/collections.ts';
import { countedRecordsRequest, recordRequest, recordsRequest, saveRecordRequest } from '#wire/records.ts';
import { writeCollection } from '#wire/save-collection.ts';
import { settingsIn, settingsRequest } from '#wire/settings.ts';
import type { Port } from './port.ts';

/*
 * What differs between versions, as each program answers it. `docs/capabilities.md` has a row for each, from which tests
 * take what to expect of a version; `capabilities.test.ts` asks again and compares.
 */

export type Answer = boolean | number;

interface Fact {
  readonly says: string;
  readonly ask: (port: Port) => Promise<Answer>;
}

type Json = Readonly<Record<string, unknown>>;

/** A collection with nothing but what the backend adds by itself. */
const bare = async (port: Port, type: 'base' | 'auth', ...fields: FieldInput[]) => {
  const blank = toCollection(newCollectionValues(type), undefined);
  const made = {
    ...blank,
    name: uniqueName('bare'),
    fields: fields.map((one) => ({ ...toField(createField('', '', one.type)), ...one })),
    auth: blank.auth && { ...blank.auth, identityFields: ['email'] },
  } as typeof blank;
  return readCollection(await port.send(saveCollectionRequest(undefined, writeCollection(made))));
};

/** Whether a request is accepted. */
const accepts = (port: Port, ...request: Parameters<Port['send']>): Promise<boolean> =>
  port.send(...request).then(
    () => true,
    () => false,
  );

const get = (path: string) => ({ path, method: 'GET' as const });

const filters = (filter: string) => async (port: Port) => {
  const { id } = await bare(port, 'base', field('due', 'date'), field('place', 'json'), field('title'));
  return accepts(port, recordsRequest(pageOf(id, { filter })));
};

const pageOf = (collection: string, more: { filter?: string; perPage?: number } = {}) => ({
  ...{ collection, page: 1, perPage: 1, sort: '', filter: '', expand: '', fields: '' },
  ...more,
});

const settingsHave =
  (...path: readonly [string, string?]) =>
  async (port: Port) => {
    const [section, key] = path;
    const found = (settingsIn(await port.send(settingsRequest)) as unknown as Json)[section];
    return key === undefined ? found !== undefined : Object.hasOwn(Object(found), key);
  };

const made = (port: Port, body: object) =>
  port.send<{ id: string; fields?: Json[] }>({ path: '/api/collections', method: 'POST', body });

/** A field as the newer line takes it. */
const takesField = (more: object, keeps?: string) => async (port: Port) => {
  const body = { name: uniqueName('typed'), type: 'base', fields: [{ name: 'one', type: 'text', ...more }] };
  const answer = await made(port, body).catch(() => undefined);
  const stored = answer?.fields?.find(({ name }) => name === 'one');
  return stored !== undefined && (keeps === undefined || Object.hasOwn(stored, keeps));
};

/** Whether the provider `oidc`, which has a secret, can be replaced by one without. */
const acceptsProvider = (name: string) => async (port: Port) => {
  const provider = {
    ...{ name: 'oidc', clientId: 'id', clientSecret: 'secret', displayName: '', pkce: true, extra: null },
    ...{ authURL: 'https://a.b', tokenURL: 'https://a.b', userInfoURL: 'https://a.b' },
  };
  const oauth2 = { enabled: true, providers: [provider] };
  const { id, ...answer } = await made(port, { name: uniqueName('providers'), type: 'auth', oauth2 });
  if (!Object.hasOwn(answer, 'oauth2')) return false;
  const { clientSecret: _, ...kept } = { ...provider, name };
  const body = { oauth2: { providers: [kept] } };
  return accepts(port, { path: ['collections', id], method: 'PATCH', body });
};

export const FACTS = {
  hasUsernames: {
    says: 'Every account has a username',
    async ask(port) {
      const users = await bare(port, 'auth', field('nick'));
      const account = { email: 'ann@example.com', password: '1234567890', passwordConfirm: '1234567890' };
      return Object.hasOwn(await port.save(users.id, account), 'username');
    },
  },
  addsDates: {
    says: 'Every record has the dates of its creation and last change',
    async ask(port) {
      const { id } = await bare(port, 'base', field('title'));
      return Object.hasOwn(await port.save(id, { title: 'a' }), 'created');
    },
  },
  namesFieldIds: {
    says: 'The id of a new field is made of its type and name',
    async ask(port) {
      const { fields } = await bare(port, 'base', field('title'));
      return /^text\d+$/.test(fields.find(({ name }) => name === 'title')?.id ?? '');
    },
  },
  hasNoSystemCollections: {
    says: 'No collection is the backend’s own',
    async ask(port) {
      const { items } = await port.send<{ items: { name: string }[] }>(get('/api/collections'));
      return !items.some(({ name }) => name.startsWith('_'));
    },
  },
  needsFields: {
    says: 'A collection has at least one field of its own',
    ask: async (port) => !(await bare(port, 'base').then(Boolean, () => false)),
  },
  limitsShortPasswords: {
    says: 'The shortest password of accounts can be no shorter than 5 characters',
    ask: async (port) =>
      !(await port.create({ name: uniqueName('short'), type: 'auth', auth: { minPassword: 3 } }).then(
        () => true,
        () => false,
      )),
  },
  addsFilesByPlus: {
    says: 'A plus behind the name of a field adds a file; the name alone replaces those that are there',
    async ask(port) {
      const { id } = await bare(port, 'base', field('files', 'file', { max: 5 }));
      const form = new FormData();
      form.append('files+', textFile());
      const { files } = await port.send(saveRecordRequest(id, undefined, form));
      return Array.isArray(files) && files.length === 1;
    },
  },
  mostPerPage: {
    says: 'Records in one answer, at most',
    async ask(port) {
      const { id } = await bare(port, 'base', field('title'));
      const { perPage } = await port.send(countedRecordsRequest(pageOf(id, { perPage: 9999 })));
      return Number(perPage);
    },
  },
  takesLongQueries: {
    says: 'A list of records takes a query of more than 2,048 bytes',
    ask: filters(`title != "${'x'.repeat(2100)}"`),
  },
  hasSignInSettings: {
    says: 'Mail templates, tokens and providers are settings of the backend, not of each collection',
    ask: settingsHave('meta', 'verificationTemplate'),
  },
  tellsSecrets: {
    says: 'The settings tell whether a secret is stored',
    ask: settingsHave('smtp', 'password'),
  },
  tellsAllProblems: {
    says: 'All that is wrong with an administrator is told at once',
    async ask(port) {
      const input = { email: '', avatar: 0, changePassword: true, password: 'a', passwordConfirm: 'b' };
      return (await port.refusal(createAdminRequest(input))).problems.length > 1;
    },
  },
  hasInstaller: {
    says: 'A guest creates the first administrator, without a link of the backend',
    // Once there is one, a guest is told to sign in; where no guest ever may, that the right is missing.
    async ask(port) {
      const body = { email: '', password: '', passwordConfirm: '' };
      return (await port.refusal(firstAdminRequest(body), '')).status === 401;
    },
  },
  hasRateLimits: { says: 'Settings for rate limits', ask: settingsHave('rateLimits') },
  hasBatch: { says: 'Settings for several requests in one', ask: settingsHave('batch') },
  hasTrustedProxy: { says: 'Settings for a trusted proxy', ask: settingsHave('trustedProxy') },
  hasAdminAddresses: {
    says: 'Settings for the addresses of administrators',
    ask: settingsHave('superuserIPs'),
  },
  hasAccentColour: { says: 'Settings for an accent colour', ask: settingsHave('meta', 'accentColor') },
  limitsLogData: { says: 'Settings for the size of a log entry', ask: settingsHave('logs', 'maxDataSize') },
  hasAutodate: {
    says: 'Fields for dates that the backend sets',
    ask: takesField({ type: 'autodate', onCreate: true }),
  },
  hasPasswords: { says: 'Fields for passwords', ask: takesField({ type: 'password' }) },
  hasPlaces: { says: 'Fields for places', ask: takesField({ type: 'geoPoint' }) },
  hasHelp: { says: 'Help below the input of a field', ask: takesField({ help: 'Words' }, 'help') },
  hasHidden: { says: 'Hidden fields', ask: takesField({ hidden: true }, 'hidden') },
  escapesMore: {
    says: 'A backslash in a text of a filter escapes also itself, any quote, `n`, `r` and `t`',
    ask: filters(String.raw`title != "\\"`),
  },
  hasDayMacros: { says: '`@yesterday` and `@tomorrow` in filters', ask: filters('due > @yesterday') },
  hasLower: { says: '`:lower` on stored texts in filters', ask: filters('title:lower = "a"') },
  hasDistance: { says: '`geoDistance()` in filters', ask: filters('geoDistance(1, 2, 3, 4) < 1') },
  hasStrftime: { says: '`strftime()` in filters', ask: filters("strftime('%Y', due) = '2026'") },
  hasChanged: {
    says: '`:changed` in rules',
    async ask(port) {
      const updateRule = '@request.body.title:changed = true';
      const input = { name: uniqueName('ruled'), fields: [field('title')], updateRule };
      const ruled = await port.create(input).catch(() => undefined);
      if (!ruled) return false;
      const { id } = await port.save(ruled.id, { title: 'a' });
      // What is no modifier is the name of something that nobody has sent.
      return accepts(port, saveRecordRequest(ruled.id, id, { title: 'b' }), '');
    },
  },
  hasTruncate: {
    says: 'All records of a collection can be removed by one request',
    async ask(port) {
      const { id } = await bare(port, 'base', field('title'));
      return accepts(port, { path: ['collections', id, 'truncate'], method: 'DELETE' });
    },
  },
  hasCrons: { says: 'A list of scheduled jobs', ask: (port) => accepts(port, get('/api/crons')) },
  keepsSignIns: {
    says: 'Records of where accounts have signed in',
    ask: (port) => accepts(port, recordRequest('_authOrigins')),
  },
  listsProviders: {
    says: 'A list of all sign-in providers',
    ask: (port) => accepts(port, get('/api/collections/meta/oauth2-providers')),
  },
  keepsProviderSecrets: {
    says: 'A list of sign-in providers without secrets keeps those that are stored',
    ask: acceptsProvider('oidc'),
  },
  movesProviderSecrets: {
    says: 'A sign-in provider without a secret gets that of the one that stood at its place',
    ask: acceptsProvider('oidc2'),
  },
  triesViews: {
    says: 'The query of a view can be tried',
    ask: (port) =>
      accepts(port, {
        path: '/api/collections/meta/dry-run-view',
        method: 'POST',
        body: { query: 'select 1 as id' },
      }),
  },
  hasSql: {
    says: 'SQL can be run',
    ask: (port) => accepts(port, { path: '/api/sql', method: 'POST', body: { query: 'select 1' } }),
  },
  takesIndexFunctions: {
    says: 'Parentheses in the condition of an index',
    async ask(port) {
      const name = uniqueName('indexed');
      const indexes = [`CREATE INDEX idx_${name} ON ${name} (title) WHERE (title != '')`];
      return port.create({ name, fields: [field('title')], indexes }).then(
        () => true,
        () => false,
      );
    },
  },
} satisfies Record<string, Fact>;

export type FactName = keyof typeof FACTS;

export const FILE = inRoot('docs/capabilities.md');

export const cellOf = (answer: Answer): string => {
  if (typeof answer === 'number') return answer.toLocaleString('en');
  return answer ? 'yes' : '–';
};

const answerIn = (cell: string): Answer => (/\d/.test(cell) ? Number(cell.replace(',', '')) : cell === 'yes');

/** The cells of a table of the document: by the text of the row, then by version. */
export function readTable(text: string): Map<string, Map<string, string>> {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [[, ...versions] = [], , ...body] = rows;
  return new Map(
    body.map(([says = '', ...cells]) => [
      says,
      new Map(versions.map((version, at) => [version, cells[at] ?? ''])),
    ]),
  );
}

let table: ReturnType<typeof readTable> | undefined;

/** What the document says of a version. */
export const documented =
  (version: string) =>
  (fact: FactName): Answer => {
    table ??= readTable(readFileSync(FILE, 'utf8'));
    return answerIn(table.get(FACTS[fact].says)?.get(version) ?? '');
  };
