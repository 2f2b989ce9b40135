import { expect, test } from 'vitest';
import { sdks } from '#domain/docs/literal.ts';
import { placeholders } from '#domain/docs/placeholders.ts';
import { field } from '#scripts/lib/schema.ts';
import { collectionOf, docFor } from './documented.ts';

type Sketch = Parameters<typeof collectionOf>[0];

const param = (tab: string, sketch: Sketch, name: string) => {
  const { endpoints } = docFor(tab, collectionOf(sketch));
  const params = endpoints.flatMap(({ tables }) => tables.flatMap((table) => table.params));
  return params.find((one) => one.name === name);
};
const accessTexts = (tab: string, sketch: Sketch) => {
  const { endpoints } = docFor(tab, collectionOf(sketch));
  return endpoints.flatMap(({ access }) => access.map(({ text }) => text));
};
const view = (columns: string): Sketch => ({
  type: 'view',
  options: { query: `select ${columns} from sales` },
});

test.each([
  ['a text', field('title'), 'title = "test"'],
  ['a number', field('amount', 'number'), 'amount = 123'],
  ['a boolean', field('active', 'bool'), 'active = true'],
  ['a choice', field('status', 'select', { options: { values: ['draft'] } }), 'status = "draft"'],
  ['an address', field('contact', 'email'), 'contact = "test@example.com"'],
  ['a URL', field('site', 'url'), 'site = "https://example.com"'],
])('[DC-08] the example filter matches %s', (_what, one, filter) => {
  const schema = [field('notes', 'editor'), one, field('other')];
  expect(param('list', { schema }, 'filter')?.example).toBe(`?filter=(${filter})`);
});

test.each([
  ['quotes would end the text', field('status', 'select', { options: { values: ['a "b"'] } })],
  ['it is a list', field('tags', 'select', { options: { values: ['a', 'b'], maxSelect: 2 } })],
  ['it is rich text', field('notes', 'editor')],
  ['it is a date', field('due', 'date')],
  ['it is JSON', field('meta', 'json')],
  ['it is a file', field('cover', 'file')],
  ['it is a relation', field('author', 'relation')],
  ['no filter can name it', field('2fa', 'bool')],
])('[DC-08] the example filter skips a field when %s', (_why, one) => {
  const passed = param('list', { schema: [one, field('amount', 'number')] }, 'filter');
  expect(passed?.example).toBe('?filter=(amount = 123)');
  const alone = param('list', { schema: [one] }, 'filter');
  expect(alone?.example).toBe('?filter=(created >= "2022-01-01 00:00:00")');
});

test.each([
  ['id, created', '?filter=(created >= "2022-01-01 00:00:00")', '?sort=-created,id'],
  ['id, updated', '?filter=(id != "")', '?sort=-id,id'],
])('[DC-08] filter and sort of a view with %s use only its columns', (columns, filter, sort) => {
  expect(param('list', view(columns), 'filter')?.example).toBe(filter);
  expect(param('list', view(columns), 'sort')?.example).toBe(sort);
});

test.each([
  ['rich text', [field('title'), field('notes', 'editor')], 'notes'],
  ['text', [field('amount', 'number'), field('title')], 'title'],
  ['neither', [field('amount', 'number')], 'description'],
])('[DC-08] the example of an excerpt takes the first field with %s', (_what, schema, name) => {
  const fields = param('view', { schema }, 'fields');
  expect(fields?.example).toBe(`?fields=*,${name}:excerpt(200,true)`);
});

test.each([
  [{}, 'Plain text.'],
  [{ min: 2 }, 'Plain text, at least 2 characters.'],
  [{ min: 0, max: 0, pattern: '' }, 'Plain text.'],
  [{ pattern: '^a+$' }, 'Plain text, matching `^a+$`.'],
  [{ max: 9, pattern: '^a+$' }, 'Plain text, at most 9 characters, matching `^a+$`.'],
])('[DC-09] a text with the options %j is described as: %s', (options, text) => {
  const title = param('create', { schema: [field('title', 'text', { options })] }, 'title');
  expect(title?.text).toEqual([text]);
});

test.each([
  [{ allowUsernameAuth: true, allowEmailAuth: false }, "The account's username."],
  [{ allowUsernameAuth: false, allowEmailAuth: true }, "The account's e-mail address."],
  [{ allowUsernameAuth: true, allowEmailAuth: true }, "The account's username or e-mail address."],
])('[DC-10] with %o the identity is: %s', (options, text) => {
  const identity = param('auth-with-password', { type: 'auth', options }, 'identity');
  expect(identity?.text).toEqual([text]);
});

test.each([
  [null, 'The create rule is locked: only accounts that are already linked to the service can sign in.'],
  ['', 'An account that the first sign-in creates must match the create rule.'],
])('[DC-10] with the create rule %j the OAuth2 tab describes who can sign in', (createRule, text) => {
  const { description } = docFor('auth-with-oauth2', collectionOf({ type: 'auth', createRule }));
  expect(description).toContain(text);
});

test.each([
  ['create', 'Sets `verified` only if request and record match the manage rule:'],
  [
    'update',
    'Sets `email`, `verified` or a password without the old one only if the record matches the manage rule:',
  ],
] as const)('[DC-09] %s names the manage rule only if there is one', (tab, text) => {
  const account = (manageRule: string | null): Sketch => ({
    type: 'auth',
    createRule: '',
    updateRule: '',
    options: { manageRule },
  });
  expect(accessTexts(tab, account('role = "staff"'))).toEqual([expect.any(String), text]);
  expect(accessTexts(tab, account(''))).toHaveLength(1);
  expect(accessTexts(tab, account(null))).toHaveLength(1);
});

test('[DC-09] nothing mentions files or accounts when the collection has neither', () => {
  const doc = docFor('create', collectionOf({ schema: [field('title')], createRule: '' }));
  expect(doc.description).toEqual([
    'Creates a `things` record.',
    'The body may be `application/json` or `multipart/form-data`.',
  ]);
  expect(doc.samples.javascript).toContain("const data = {\n    title: 'test',\n};");
  expect(doc.samples.dart).not.toContain('package:http');
  expect(doc.samples.dart).toContain("final body = <String, dynamic>{\n    'title': 'test',\n};");
  expect(doc.samples.dart).toMatch(/\.create\(body: body\);$/);
  const update = docFor('update', collectionOf({ schema: [field('title')], updateRule: '' }));
  expect(update.samples.javascript).toContain("const data = {\n    title: 'test',\n};");
  expect(update.samples.dart).toMatch(/\.update\('RECORD_ID', body: body\);$/);
});

test.each(['create', 'update'] as const)(
  '[DC-09] the example of a rejected %s contains the first required field',
  (tab) => {
    const schema = [
      field('note'),
      field('title', 'text', { required: true }),
      field('due', 'date', { required: true }),
    ];
    const { responses } = docFor(tab, collectionOf({ schema }));
    const data = { title: { code: 'validation_required', message: 'Missing required value.' } };
    expect(responses.find(({ status }) => status === 400)?.body).toMatchObject({ data });
  },
);

test.each([
  [{ min: '', max: '' }, '2022-01-01 10:00:00.123Z'],
  [{ min: '2021-01-01 00:00:00.000Z', max: '2023-01-01 00:00:00.000Z' }, '2022-01-01 10:00:00.123Z'],
  [{ min: '2023-01-01 00:00:00.000Z' }, '2023-01-01 00:00:00.000Z'],
  [{ max: '2021-01-01 00:00:00.000Z' }, '2021-01-01 00:00:00.000Z'],
])('[DC-12] the example of a date with %j is %s', (options, due) => {
  const { responses } = docFor('view', collectionOf({ schema: [field('due', 'date', { options })] }));
  expect(responses[0]?.body).toMatchObject({ due });
});

test.each([
  [{}, 123],
  [{ min: 200 }, 200],
  [{ max: 100 }, 100],
  [{ min: 200.5, noDecimal: true }, 201],
  [{ max: 100.5, noDecimal: true }, 100],
  [{ max: 100.5 }, 100.5],
])('[DC-12] the example of a number with %j is %d', (options, amount) => {
  const { responses } = docFor('view', collectionOf({ schema: [field('amount', 'number', { options })] }));
  expect(responses[0]?.body).toMatchObject({ amount });
});

test('[DC-12] a select without choices or a relation without records has a generic example', () => {
  const schema = [field('status', 'select', { options: { values: [] } })];
  const { responses } = docFor('view', collectionOf({ schema }));
  expect(responses[0]?.body).toMatchObject({ status: 'value' });
});

test('[DC-12] examples stay short, whatever the least length or number of values is', () => {
  const schema = [
    field('title', 'text', { options: { min: 1e9 } }),
    field('authors', 'relation', { options: { collectionId: 'c', minSelect: 1e7, maxSelect: 1e8 } }),
  ];
  const { responses } = docFor('view', collectionOf({ schema }));
  expect(JSON.stringify(responses[0]?.body).length).toBeLessThan(2000);
});

test('[DC-05][DC-06] every library has a sample', () => {
  const { samples } = docFor('view', collectionOf());
  expect(sdks).toEqual(['javascript', 'dart']);
  expect(Object.keys(samples)).toEqual([...sdks]);
});

test.each([
  [{}, 'ann@corp.test'],
  [{ onlyEmailDomains: ['b.test', 'corp.test'] }, 'ann@corp.test'],
  [{ onlyEmailDomains: ['b.test'] }, 'ann@b.test'],
  [{ exceptEmailDomains: ['corp.test'] }, 'ann@example.com'],
  [{ exceptEmailDomains: ['corp.test', 'example.com'] }, 'ann@other.example.com'],
])('[DC-08] an account of a collection with %j has the address %s', (options, email) => {
  const collection = collectionOf({ type: 'auth', options });
  const context = { placeholders: { ...placeholders, email: 'ann@corp.test' } };
  const { samples } = docFor('request-password-reset', collection, context);
  expect(samples.javascript).toContain(`requestPasswordReset('${email}')`);
});

test.each([
  [5, '1234567890'],
  [12, '123456789012'],
  // Longer ones are refused.
  [72, `${'1234567890'.repeat(7)}12`],
])('[DC-09] a new password of at least %d characters is as long as that, or ten', (min, password) => {
  const collection = collectionOf({ type: 'auth', options: { minPasswordLength: min } });
  const { samples } = docFor('create', collection);
  expect(samples.javascript).toContain(`password: '${password}',`);
});

test('[DC-12] only Dart escapes the dollar signs of addresses and values', () => {
  const context = { baseUrl: 'https://x.test/$a', placeholders: { ...placeholders, recordId: '$b' } };
  const { samples } = docFor('view', collectionOf(), context);
  for (const text of ["'https://x.test/$a'", "'$b'"]) {
    expect(samples.javascript).toContain(text);
    expect(samples.dart).toContain(text.replace('$', '\\$'));
  }
});
