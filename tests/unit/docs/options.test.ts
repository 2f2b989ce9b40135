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
  query: `select ${columns} from sales`,
});

test.each([
  ['a text', field('title'), 'title = "test"'],
  ['a number', field('amount', 'number'), 'amount = 123'],
  ['a boolean', field('active', 'bool'), 'active = true'],
  ['a choice', field('status', 'select', { choices: ['draft'] }), 'status = "draft"'],
  ['an address', field('contact', 'email'), 'contact = "test@example.com"'],
  ['a URL', field('site', 'url'), 'site = "https://example.com"'],
])('[DC-08] the example filter matches %s', (_what, one, filter) => {
  const fields = [field('notes', 'editor'), one, field('other')];
  expect(param('list', { fields }, 'filter')?.example).toBe(`?filter=(${filter})`);
});

test.each([
  ['quotes would end the text', field('status', 'select', { choices: ['a "b"'] })],
  ['it is a list', field('tags', 'select', { choices: ['a', 'b'], max: 2 })],
  ['it is rich text', field('notes', 'editor')],
  ['it is a date', field('due', 'date')],
  ['it is JSON', field('meta', 'json')],
  ['it is a file', field('cover', 'file')],
  ['it is a relation', field('author', 'relation')],
  ['no filter can name it', field('2fa', 'bool')],
])('[DC-08] the example filter skips a field when %s', (_why, one) => {
  const passed = param('list', { fields: [one, field('amount', 'number')] }, 'filter');
  expect(passed?.example).toBe('?filter=(amount = 123)');
  const alone = param('list', { fields: [one] }, 'filter');
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
])('[DC-08] the example of an excerpt takes the first field with %s', (_what, fields, name) => {
  const offered = param('view', { fields }, 'fields');
  expect(offered?.example).toBe(`?fields=*,${name}:excerpt(200,true)`);
});

test.each([
  [{}, 'Plain text.'],
  [{ min: 2 }, 'Plain text, at least 2 characters.'],
  [{ min: 0, max: 0, pattern: '' }, 'Plain text.'],
  [{ pattern: '^a+$' }, 'Plain text, matching `^a+$`.'],
  [{ max: 9, pattern: '^a+$' }, 'Plain text, at most 9 characters, matching `^a+$`.'],
])('[DC-09] a text with the options %j is described as: %s', (options, text) => {
  const title = param('create', { fields: [field('title', 'text', { ...options })] }, 'title');
  expect(title?.text).toEqual([text]);
});

test.each([
  [['username'], "The account's username."],
  [['email'], "The account's e-mail address."],
  [['username', 'email'], "The account's username or e-mail address."],
])('[DC-10] with %o the identity is: %s', (identityFields, text) => {
  const identity = param('auth-with-password', { type: 'auth', auth: { identityFields } }, 'identity');
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
    manageRule,
  });
  expect(accessTexts(tab, account('role = "staff"'))).toEqual([expect.any(String), text]);
  expect(accessTexts(tab, account(''))).toHaveLength(1);
  expect(accessTexts(tab, account(null))).toHaveLength(1);
});

test('[DC-09] nothing mentions files or accounts when the collection has neither', () => {
  const doc = docFor('create', collectionOf({ fields: [field('title')], createRule: '' }));
  expect(doc.description).toEqual([
    'Creates a `things` record.',
    'The body may be `application/json` or `multipart/form-data`.',
  ]);
  expect(doc.samples.javascript).toContain("const data = {\n    title: 'test',\n};");
  expect(doc.samples.dart).not.toContain('package:http');
  expect(doc.samples.dart).toContain("final body = <String, dynamic>{\n    'title': 'test',\n};");
  expect(doc.samples.dart).toMatch(/\.create\(body: body\);$/);
  const update = docFor('update', collectionOf({ fields: [field('title')], updateRule: '' }));
  expect(update.samples.javascript).toContain("const data = {\n    title: 'test',\n};");
  expect(update.samples.dart).toMatch(/\.update\('RECORD_ID', body: body\);$/);
});

test.each(['create', 'update'] as const)(
  '[DC-09] the example of a rejected %s contains the first required field',
  (tab) => {
    const fields = [
      field('note'),
      field('title', 'text', { isRequired: true }),
      field('due', 'date', { isRequired: true }),
    ];
    const { responses } = docFor(tab, collectionOf({ fields }));
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
  const { responses } = docFor('view', collectionOf({ fields: [field('due', 'date', { ...options })] }));
  expect(responses[0]?.body).toMatchObject({ due });
});

test.each([
  [{}, 123],
  [{ min: 200 }, 200],
  [{ max: 100 }, 100],
  [{ min: 200.5, isWhole: true }, 201],
  [{ max: 100.5, isWhole: true }, 100],
  [{ max: 100.5 }, 100.5],
])('[DC-12] the example of a number with %j is %d', (options, amount) => {
  const { responses } = docFor('view', collectionOf({ fields: [field('amount', 'number', { ...options })] }));
  expect(responses[0]?.body).toMatchObject({ amount });
});

test('[DC-12] a select without choices or a relation without records has a generic example', () => {
  const fields = [field('status', 'select', { choices: [] })];
  const { responses } = docFor('view', collectionOf({ fields }));
  expect(responses[0]?.body).toMatchObject({ status: 'value' });
});

test('[DC-12] examples stay short, whatever the least length or number of values is', () => {
  const fields = [
    field('title', 'text', { min: 1e9 }),
    field('authors', 'relation', { collectionId: 'c', min: 1e7, max: 1e8 }),
  ];
  const { responses } = docFor('view', collectionOf({ fields }));
  expect(JSON.stringify(responses[0]?.body).length).toBeLessThan(2000);
});

test('[DC-05][DC-06] every library has a sample', () => {
  const { samples } = docFor('view', collectionOf());
  expect(sdks).toEqual(['javascript', 'dart']);
  expect(Object.keys(samples)).toEqual([...sdks]);
});

test.each([
  [{}, 'ann@corp.test'],
  [{ onlyDomains: ['b.test', 'corp.test'] }, 'ann@corp.test'],
  [{ onlyDomains: ['b.test'] }, 'ann@b.test'],
  [{ exceptDomains: ['corp.test'] }, 'ann@example.com'],
  [{ exceptDomains: ['corp.test', 'example.com'] }, 'ann@other.example.com'],
])('[DC-08] an account of a collection with %j has the address %s', (domains, email) => {
  const collection = collectionOf({ type: 'auth', auth: domains });
  const context = { placeholders: { ...placeholders, email: 'ann@corp.test' } };
  const { samples } = docFor('request-password-reset', collection, context);
  expect(samples.javascript).toContain(`requestPasswordReset('${email}')`);
});

test.each([
  [5, '1234567890'],
  [12, '123456789012'],
  // Longer ones are refused.
  [72, `${'1234567890'.repeat(7)}12`],
])('[DC-09] a new password of at least %d characters is as long as that, or ten', (minPassword, password) => {
  const collection = collectionOf({ type: 'auth', auth: { minPassword } });
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
