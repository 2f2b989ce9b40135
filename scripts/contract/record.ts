// node scripts/install/run.mjs scripts/contract/record.ts BIN ...: asks each program what the wires have to read, and
// stores the answers as they came in tests/wire/answers/VERSION.json, one a line.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { lineOfProgram } from '#scripts/lib/lines.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { startPocketBaseServer } from '#scripts/lib/pocketbase.ts';
import { folderFlags } from '#scripts/lib/pocketbase-binary.ts';
import type { Line } from '#wire/choose.ts';

const EMAIL = 'admin@example.com';
const PASSWORD = 'fixture-1234567890';

/** What differs between the lines of PocketBase in what is sent. */
const LINES = {
  pb22: {
    admin: ['admin', 'create'],
    signIn: 'admins/auth-with-password',
    refresh: 'admins/auth-refresh',
    admins: 'admins',
    /** Fields with nothing said but their names, and with everything. */
    body: (fields: readonly object[], rest: object) => ({
      schema: fields.map(({ name, type, required, presentable, ...options }: Sent) => ({
        ...{ name, type, required, presentable, options },
      })),
      ...rest,
    }),
    single: { maxSelect: 1 },
    all: { maxSelect: null },
    rename: { isWhole: 'noDecimal', urls: 'convertUrls' },
    types: [],
    sizes: { maxSize: 5_242_880 },
    auth: {
      options: {
        ...{ manageRule: 'id = "x"', allowOAuth2Auth: true, allowUsernameAuth: true, allowEmailAuth: true },
        ...{
          requireEmail: true,
          exceptEmailDomains: ['bad.example'],
          onlyVerified: true,
          minPasswordLength: 9,
        },
      },
    },
    view: (query: string) => ({ options: { query } }),
    settings: {
      meta: { appUrl: 'https://app.example.com' },
      githubAuth: { enabled: true, clientId: 'id', clientSecret: 'secret' },
      logs: { logIp: true },
    },
  },
  pb23: {
    admin: ['superuser', 'upsert'],
    signIn: 'collections/_superusers/auth-with-password',
    refresh: 'collections/_superusers/auth-refresh',
    admins: 'collections/_superusers/records',
    body: (fields: readonly object[], rest: object) => ({ fields, ...rest }),
    single: { maxSelect: 1 },
    all: { maxSelect: 2_147_483_647 },
    rename: { isWhole: 'onlyInt', urls: 'convertURLs' },
    types: [
      { name: 'made', type: 'autodate', onCreate: true },
      { name: 'changed', type: 'autodate', onCreate: true, onUpdate: true },
      { name: 'code', type: 'password', min: 4, max: 20 },
    ],
    sizes: {},
    auth: {
      ...{ manageRule: 'id = "x"', authRule: 'verified = true' },
      oauth2: {
        enabled: true,
        providers: [
          { name: 'github', clientId: 'id', clientSecret: 'secret' },
          { name: 'google', clientId: 'id', clientSecret: 'secret', pkce: true },
        ],
      },
      otp: { enabled: true },
      mfa: { enabled: true, rule: 'verified = true' },
    },
    view: (viewQuery: string) => ({ viewQuery }),
    settings: { meta: { appURL: 'https://app.example.com' }, logs: { logIP: true } },
  },
} as const satisfies Record<Line, unknown>;

interface Sent {
  readonly name?: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly presentable?: boolean;
}

/** Fields of every type that both lines have: with what is required alone, or with every option. */
function fieldsOf(line: Line, isFull: boolean, target: string): readonly object[] {
  const { single, all, rename, sizes, types } = LINES[line];
  const bare = [
    { name: 'words', type: 'text' },
    { name: 'rich', type: 'editor' },
    { name: 'count', type: 'number' },
    { name: 'flag', type: 'bool' },
    { name: 'mail', type: 'email' },
    { name: 'link', type: 'url' },
    { name: 'day', type: 'date' },
    { name: 'kind', type: 'select', values: ['a', 'b'], ...single },
    { name: 'cover', type: 'file', ...single, ...sizes },
    { name: 'one', type: 'relation', collectionId: target, ...single },
    { name: 'every', type: 'relation', collectionId: target, ...all },
    { name: 'data', type: 'json', ...sizes },
  ];
  if (!isFull) return bare;
  const domains = { onlyDomains: ['example.com'] };
  const full = [
    { name: 'words', type: 'text', min: 2, max: 80, pattern: '^\\w+$', required: true, presentable: true },
    { name: 'rich', type: 'editor', [rename.urls]: true },
    { name: 'count', type: 'number', min: -1, max: 9, [rename.isWhole]: true },
    { name: 'mail', type: 'email', ...domains },
    { name: 'link', type: 'url', exceptDomains: ['bad.example'] },
    { name: 'day', type: 'date', min: '2024-01-01 00:00:00.000Z', max: '2030-01-01 00:00:00.000Z' },
    { name: 'kind', type: 'select', values: ['a', 'b', 'c'], maxSelect: 3 },
    {
      name: 'pages',
      type: 'file',
      maxSelect: 9,
      maxSize: 1000,
      mimeTypes: ['image/png'],
      thumbs: ['50x50'],
      protected: true,
    },
    {
      name: 'every',
      type: 'relation',
      collectionId: target,
      minSelect: 1,
      maxSelect: 4,
      cascadeDelete: true,
    },
    { name: 'data', type: 'json', maxSize: 99 },
  ];
  return [...full, ...types];
}

/** What is read of an answer to go on. */
interface Answer {
  readonly id: string;
  readonly token?: string;
  readonly items: readonly unknown[];
}

/** Every answer by the request that brought it. */
async function answersOf(bin: string, line: Line): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(`${tmpdir()}/atoll-answers-`);
  const texts = LINES[line];
  for (const command of [
    ['migrate', 'up'],
    [...texts.admin, EMAIL, PASSWORD],
  ])
    execFileSync(bin, [...command, ...folderFlags(dir)], { stdio: 'pipe' });
  const { url, child } = await startPocketBaseServer({ bin, dir });
  const answers: Record<string, unknown> = {};
  let token = '';
  async function ask(name: string, method: string, path: string, body?: object): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: token }) };
    const sent = body && { body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/${path}`, { method, headers, ...sent });
    const text = await response.text();
    const json: Answer = text ? JSON.parse(text) : null;
    answers[`${name} | ${method} ${path}`] = { status: response.status, body: json };
    return json;
  }
  try {
    await ask('health of a guest', 'GET', 'health');
    await ask('a wrong password', 'POST', texts.signIn, { identity: EMAIL, password: 'wrong' });
    const session = await ask('sign-in', 'POST', texts.signIn, { identity: EMAIL, password: PASSWORD });
    await ask('no session', 'GET', 'settings');
    await ask('a token for files of a guest', 'POST', 'files/token');
    token = session.token ?? '';
    await ask('refresh', 'POST', texts.refresh);
    await ask('health', 'GET', 'health');
    await ask('administrators', 'GET', texts.admins);
    const target = await ask('smallest', 'POST', 'collections', {
      ...{ name: 'target', type: 'base' },
      ...texts.body([{ name: 'title', type: 'text', required: false, presentable: false }], {}),
    });
    for (const name of ['bare', 'full'] as const) {
      const body = texts.body(fieldsOf(line, name === 'full', target.id), {
        ...{ name, type: 'base', listRule: '', viewRule: 'id != ""' },
        indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (words)`],
      });
      await ask(name, 'POST', 'collections', body);
    }
    // Only later versions of the line have this type: the others refuse it.
    const place = { name: 'place', type: 'base', fields: [{ name: 'at', type: 'geoPoint' }] };
    if (line !== 'pb22') await ask('a place', 'POST', 'collections', place);
    await ask('accounts', 'POST', 'collections', {
      ...{ name: 'people', type: 'auth' },
      ...texts.body([{ name: 'nick', type: 'text', required: false, presentable: false }], texts.auth),
    });
    const query = 'select id, words, count(id) as total from bare group by id';
    await ask('view', 'POST', 'collections', { name: 'seen', type: 'view', ...texts.view(query) });
    await ask('wrong collection', 'POST', 'collections', {
      ...{ name: 'bare', type: 'base', listRule: 'nothing = 1' },
      ...texts.body(
        [
          { name: 'id', type: 'text' },
          { name: 'x', type: 'select', values: [], ...texts.single },
        ],
        {},
      ),
    });
    await ask('wrong view', 'POST', 'collections', {
      name: 'blind',
      type: 'view',
      ...texts.view('select 1'),
    });
    await ask('collections', 'GET', 'collections?perPage=100&sort=name');
    const values = { words: 'one', count: 1, data: { a: [1] } };
    const record = await ask('record', 'POST', 'collections/bare/records', values);
    await ask('not unique', 'POST', 'collections/bare/records', { words: 'one' });
    await ask('a taken id', 'POST', 'collections/bare/records', { id: record.id, words: 'two' });
    await ask('wrong record', 'POST', 'collections/full/records', {
      words: 'a',
      kind: ['z'],
      every: ['none'],
    });
    await ask('records', 'GET', 'collections/bare/records');
    await ask('no record', 'GET', 'collections/bare/records/none');
    await ask('wrong filter', 'GET', 'collections/bare/records?filter=nothing%3D1');
    await ask('sign-in methods', 'GET', 'collections/people/auth-methods');
    await ask('change of settings', 'PATCH', 'settings', { ...texts.settings, smtp: { password: 'secret' } });
    await ask('settings', 'GET', 'settings');
    await ask('wrong settings', 'PATCH', 'settings', { meta: { appName: '' }, backups: { cron: 'never' } });
    await ask('a new backup', 'POST', 'backups', { name: 'made.zip' });
    await ask('backups', 'GET', 'backups');
    await ask('a token for files', 'POST', 'files/token');
    await ask('wrong backup', 'POST', 'backups', { name: 'A B' });
    const [email, password] = ['ann@example.com', PASSWORD];
    const account = { email, password, passwordConfirm: password, verified: true };
    const { id: user } = await ask('an account', 'POST', 'collections/people/records', account);
    const own = await ask('sign-in of an account', 'POST', 'collections/people/auth-with-password', {
      ...{ identity: email, password },
    });
    const admin = token;
    token = own.token ?? '';
    await ask('a record as an account', 'GET', `collections/people/records/${user}`);
    token = admin;
    // Entries can be read after three seconds at most.
    for (let tries = 0; tries < 100; tries++) {
      const { items } = await ask('logs', 'GET', 'logs?perPage=100&sort=created');
      if (JSON.stringify(items).includes(user)) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await ask('log statistics', 'GET', 'logs/stats');
    return answers;
  } finally {
    await child.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const folder = inRoot('tests', 'wire', 'answers');
mkdirSync(folder, { recursive: true });
for (const bin of process.argv.slice(2)) {
  const line = lineOfProgram(bin);
  if (!line) throw new Error(`${bin} is no PocketBase.`);
  const version = execFileSync(bin, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1);
  const answers = await answersOf(bin, line);
  const lines = Object.entries(answers).map(
    ([name, answer]) => `${JSON.stringify(name)}: ${JSON.stringify(answer)}`,
  );
  writeFileSync(`${folder}/${version}.json`, `{\n${lines.join(',\n')}\n}\n`);
  console.log(`${version}: ${lines.length} answers`);
}
