import { expect, test } from 'vitest';
import type { OwnProvider } from '#domain/backend/collection.ts';
import { changesOf, collectionOptionChange, needsConfirm } from '#domain/collections/editor/changes.ts';
import { formatDraft, parseDraft } from '#domain/collections/editor/draft.ts';
import { mergeVersions } from '#domain/collections/editor/merge.ts';
import {
  hasUniqueIndex,
  identityChoices,
  ownLimits,
  ownTitle,
  withFieldNames,
} from '#domain/collections/editor/own-auth.ts';
import { filledMail, mailPlaceholders } from '#domain/collections/editor/own-mails.ts';
import {
  extraText,
  movedItem,
  neededSecrets,
  newProvider,
  providersOf,
  typedExtra,
  withoutTheirSecrets,
} from '#domain/collections/editor/own-providers.ts';
import { type CollectionValues, setCollectionOption, valuesOf } from '#domain/collections/editor/values.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { readCollection } from '#wire/pb23/collections.ts';
import { firstParts, readDraft, storedCollection } from '#wire/pb23/save-collection.ts';

const people = readCollection({
  ...{ id: 'people', name: 'people', type: 'auth', fields: [], indexes: [], authRule: '' },
  oauth2: {
    enabled: true,
    providers: ['oidc', 'github'].map((name) => ({ name, authURL: `https://${name}.a/x` })),
  },
  passwordAuth: { enabled: true, identityFields: ['email'] },
  authToken: { duration: 100 },
  verificationTemplate: { subject: 'Hi', body: 'x'.repeat(300) },
});
const values = valuesOf(people);
const providers = providersOf(values.options);
const [oidc, github] = providers as [OwnProvider, OwnProvider];

const withProviders = (list: readonly OwnProvider[], from = values) =>
  setCollectionOption(from, 'providers', list);
const linesOf = (now: CollectionValues) => changesOf(now, people).map(({ text }) => text);

test('a review names what happens to providers, and never a secret', () => {
  const changed = { ...oidc, clientId: 'x', clientSecret: 'typed', authUrl: 'https://elsewhere.a/x' };
  expect(linesOf(withProviders([changed, newProvider('google')]))).toEqual([
    'Removed provider GitHub: its client secret is lost, and nobody can sign in with it any more',
    'Provider OpenID Connect (oidc) moves from oidc.a to elsewhere.a: accounts that are linked to it stay linked, to whoever has the same id there',
    'Changed provider OpenID Connect (oidc): client ID, client secret, auth URL',
    'Added provider Google',
  ]);
  expect(linesOf(withProviders([github, oidc]))).toEqual([
    'New order of the providers: GitHub, OpenID Connect (oidc)',
  ]);
});

test('what is lost needs a confirmation, what is not does not', () => {
  expect(needsConfirm(withProviders([oidc]), people)).toBe(true);
  expect(needsConfirm(withProviders([oidc, github, newProvider('google')]), people)).toBe(false);
  const ended = setCollectionOption(values, 'tokens.auth.secret', 'a secret');
  expect(needsConfirm(ended, people)).toBe(true);
  expect(linesOf(ended)).toEqual(['New secret of the Sign-in token: all that were issued end']);
});

test('options are said with their labels, long mails shortly', () => {
  expect(collectionOptionChange('tokens.auth.duration', 100, 200)).toBe(
    'Sign-in token duration (in seconds): 100 → 200',
  );
  expect(collectionOptionChange('secondFactor.isEnabled', false, true)).toBe(
    'Multi-factor authentication: off → on',
  );
  const [line = ''] = linesOf(setCollectionOption(values, 'templates.verification.body', 'short'));
  expect(line).toBe(`Body of the "Verification" email: ${'x'.repeat(100)}… → short`);
  // Every option has a label.
  for (const name of Object.keys(values.options))
    if (name !== 'hasOAuth2') expect([name, ownTitle(name)]).not.toContain(undefined);
});

test('a draft comes back with what is half typed, and asks for the secrets that were', () => {
  const format = { write: storedCollection, read: readCollection, readDraft, firstParts };
  const typed = withProviders(
    [
      { ...oidc, clientSecret: 'typed' },
      { ...github, extra: '{' as unknown as OwnProvider['extra'] },
    ],
    setCollectionOption(
      setCollectionOption(values, 'tokens.auth.secret', 'typed'),
      'tokens.auth.duration',
      '12x',
    ),
  );
  const text = formatDraft({ values: typed, base: people, firstBase: people }, format);
  expect(text).not.toContain('"typed"');
  const back = parseDraft(text, people, format)?.values.options ?? {};
  expect(back['tokens.auth.duration']).toBe('12x');
  expect(providersOf(back).map(({ extra }) => extra)).toEqual([{}, '{']);
  // A secret that was typed does not become the stored one, which may belong to another client ID.
  expect(providersOf(back).map(({ clientSecret }) => clientSecret)).toEqual(['', github.clientSecret]);
  expect(github.clientSecret).toEqual({ kept: 'unknown' });
  // Tokens that were to end still do.
  expect(back['tokens.auth.secret']).toMatch(/^\w{50}$/);
  expect(back['tokens.file.secret']).toEqual(values.options['tokens.file.secret']);
  const broken = text.replaceAll('"pkce":null', '"pkce":"maybe"');
  expect(parseDraft(broken, people, format)).toBeUndefined();
});

test('lists that both have changed are a conflict, and mine keeps no secret of theirs', () => {
  const mine = withProviders([{ ...oidc, displayName: 'Mine' }, github]);
  const theirs = withProviders([{ ...oidc, clientId: 'theirs' }, github]);
  const merged = (side?: 'mine' | 'theirs') =>
    mergeVersions(
      { base: values, mine, theirs },
      new Map(side ? [['options.providers', side]] : []),
      undefined,
    );
  expect(merged().conflicts.map(({ id }) => id)).toEqual(['options.providers']);
  expect(providersOf(merged('theirs').values.options)).toEqual(providersOf(theirs.options));
  expect(providersOf(merged('mine').values.options).map(({ clientSecret }) => clientSecret)).toEqual([
    '',
    { kept: 'unknown' },
  ]);
  // Both did the same, or only I did something.
  const both = mergeVersions({ base: values, mine, theirs: mine }, new Map(), undefined);
  expect([both.conflicts, providersOf(both.values.options)]).toEqual([[], providersOf(mine.options)]);
  expect(withoutTheirSecrets(providersOf(mine.options), providers, providers)).toEqual(
    providersOf(mine.options),
  );
});

test('secrets are asked for only where they would be lost', () => {
  const asked = (
    list: readonly OwnProvider[],
    by: Parameters<typeof neededSecrets>[2],
    stored = providers,
  ) => [...neededSecrets(list, stored, by).keys()];
  for (const by of ['position', 'name', 'nothing', 'unknown'] as const)
    expect(asked(providers, by)).toEqual([]);
  expect(asked([github, oidc], 'position')).toEqual([0, 1]);
  expect(asked([github, oidc], 'name')).toEqual([]);
  expect(asked([oidc], 'position')).toEqual([]);
  expect(asked([oidc], 'nothing')).toEqual([0]);
  expect(asked([{ ...oidc, name: 'oidc2' }, github], 'name')).toEqual([0]);
  // Nobody can tell which is which.
  expect(asked([{ ...oidc, clientId: 'x' }, oidc], 'name', [oidc, oidc])).toEqual([0, 1]);
  expect(asked(providers, 'name', [])).toEqual([0, 1]);
});

test('names of fields follow a rename, unless another field has the old name now', () => {
  const field = (originalName: string, name: string, toDelete = false) => ({ originalName, name, toDelete });
  const options = { identityFields: ['email', 'nick'], 'mappedFields.name': 'nick', 'mappedFields.id': '' };
  expect(withFieldNames(options, [field('nick', 'alias')])).toMatchObject({
    ...{ identityFields: ['email', 'alias'], 'mappedFields.name': 'alias', 'mappedFields.id': '' },
  });
  const swapped = [field('nick', 'alias'), field('alias', 'nick')];
  expect(withFieldNames(options, swapped)).toMatchObject({ identityFields: ['email', 'nick'] });
  expect(withFieldNames(options, [field('nick', 'nick', true)])).toMatchObject({
    identityFields: ['email', 'nick'],
  });
});

test('fields by which people may be found are typed and visible', () => {
  const field = (name: string, type: string, isHidden = false, toDelete = false) => ({
    ...{ name, type, isHidden, toDelete, originalName: name },
  });
  const fields = [
    ...[
      field('id', 'text'),
      field('password', 'password', true),
      field('email', 'email'),
      field('nick', 'text'),
    ],
    ...[
      field('secret', 'text', true),
      field('old', 'text', false, true),
      field('photo', 'file'),
      field('', 'text'),
    ],
  ];
  expect(identityChoices({ fields }, ['gone'])).toEqual(['email', 'nick', 'gone']);
});

test('only an index of one column makes a field unique', () => {
  const has = (...indexes: string[]) => hasUniqueIndex('nick', indexes, tools);
  expect(has("CREATE UNIQUE INDEX `a` ON `people` (`nick`) WHERE `nick` != ''")).toBe(true);
  expect(has('CREATE UNIQUE INDEX a ON people (Nick)')).toBe(true);
  expect(has('CREATE INDEX a ON people (nick)', 'CREATE UNIQUE INDEX b ON people (nick, email)')).toBe(false);
  expect(has('no index')).toBe(false);
});

test.each([
  ['tokens.file.duration', 10, 94_670_856],
  ['oneTimePassword.duration', 10, 86_400],
  ['secondFactor.duration', 10, 86_400],
  ['oneTimePassword.length', 4, undefined],
])('%s has limits', (name, min, max) => expect(ownLimits(name)).toMatchObject({ min, ...(max && { max }) }));

test('more options of a provider are an object, or the text that is typed', () => {
  expect([typedExtra(''), typedExtra('{"a":1}'), typedExtra('[1]'), typedExtra('{')]).toEqual([
    {},
    { a: 1 },
    '[1]',
    '{',
  ]);
  expect([extraText({}), extraText({ a: 1 }), extraText('{')]).toEqual(['', '{\n  "a": 1\n}', '{']);
  expect(movedItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
});

test('[NO-08] a mail is filled with examples; what is no placeholder stays', () => {
  const fields = [
    { name: 'nick', isHidden: false, toDelete: false },
    { name: 'secret', isHidden: true, toDelete: false },
  ];
  const of = (template: 'alert' | 'oneTimePassword', hasAlertInfo = true) =>
    mailPlaceholders(template, fields, { name: 'Acme', hasAlertInfo });
  expect(
    filledMail('{APP_NAME} {OTP} {TOKEN} {RECORD:nick} {RECORD:secret} {x}', of('oneTimePassword')),
  ).toBe('Acme 12345678 {TOKEN} nick {RECORD:secret} {x}');
  expect(of('alert').has('{ALERT_INFO}')).toBe(true);
  // Older versions do not know it.
  expect(of('alert', false).has('{ALERT_INFO}')).toBe(false);
});
