import { expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import type { Collection, OwnAuthOptions, OwnProvider } from '#domain/backend/collection.ts';
import { isKept } from '#domain/backend/settings.ts';
import { newAuth, ownAuthPath } from '#wire/pb23/auth-options.ts';
import { capabilitiesOf } from '#wire/pb23/capabilities.ts';
import { readCollection } from '#wire/pb23/collections.ts';
import { collectionProblems, writeCollection } from '#wire/pb23/save-collection.ts';
import { answersOf } from './answers.ts';

const NEWER = [...answersOf('0.2'), ...answersOf('0.4')].filter(([version]) => !version.startsWith('0.22.'));

function peopleOf(answer: (asked: string) => { readonly body: unknown }): Collection {
  const all = list(members(answer('collections').body)['items'], members);
  return readCollection(all.find(({ name }) => name === 'people'));
}

type Changes = Partial<OwnAuthOptions>;

/** What is sent of a collection with these changes. */
function sentOf(collection: Collection, changes: Changes, hasOAuth2 = collection.auth?.hasOAuth2 ?? false) {
  const { auth } = collection;
  if (!auth?.own) throw new Error('The collection has nothing of its own.');
  return writeCollection({ ...collection, auth: { ...auth, hasOAuth2, own: { ...auth.own, ...changes } } });
}

const providersIn = (collection: Collection): readonly OwnProvider[] => collection.auth?.own?.providers ?? [];

test.each(NEWER)('nothing is sent to %s of what nobody has changed', (_version, answer) => {
  expect(sentOf(peopleOf(answer), {})).toEqual({});
});

/** A changed value, and what is sent of it. */
const CHANGES: [path: keyof OwnAuthOptions, value: unknown, sent: object][] = [
  ['hasPasswords', false, { passwordAuth: { enabled: false } }],
  ['identityFields', ['email', 'title'], { passwordAuth: { identityFields: ['email', 'title'] } }],
  ['providers', [], { oauth2: { providers: [] } }],
  ['mappedFields.avatar', 'picture', { oauth2: { mappedFields: { avatarURL: 'picture' } } }],
  ['oneTimePassword.isEnabled', false, { otp: { enabled: false } }],
  ['oneTimePassword.length', 12, { otp: { length: 12 } }],
  ['secondFactor.rule', '', { mfa: { rule: '' } }],
  ['hasAlert', false, { authAlert: { enabled: false } }],
  ['templates.verification.body', 'x', { verificationTemplate: { body: 'x' } }],
  ['templates.passwordReset.body', 'x', { resetPasswordTemplate: { body: 'x' } }],
  ['templates.emailChange.subject', 'x', { confirmEmailChangeTemplate: { subject: 'x' } }],
  ['templates.oneTimePassword.subject', 'x', { otp: { emailTemplate: { subject: 'x' } } }],
  ['templates.alert.body', 'x', { authAlert: { emailTemplate: { body: 'x' } } }],
  ['tokens.auth.duration', 77, { authToken: { duration: 77 } }],
  ['tokens.file.secret', 'a new one', { fileToken: { secret: 'a new one' } }],
];

for (const [version, answer] of NEWER)
  test.each(CHANGES)(`${version}: a changed %s is sent alone`, (path, value, sent) => {
    expect(sentOf(peopleOf(answer), { [path]: value } as Changes)).toEqual(sent);
  });

test.each(NEWER)('%s: OAuth2 is switched without its providers', (_version, answer) => {
  expect(sentOf(peopleOf(answer), {}, false)).toEqual({ oauth2: { enabled: false } });
});

test.each(NEWER)('%s: a number that was emptied is not sent', (_version, answer) => {
  expect(sentOf(peopleOf(answer), { 'tokens.auth.duration': null, 'oneTimePassword.length': null })).toEqual(
    {},
  );
});

const sentProviders = (collection: Collection, providers: readonly OwnProvider[]) =>
  list(members(sentOf(collection, { providers })['oauth2'])['providers'], members);

test.each(NEWER)('%s: providers are sent whole, in their order, without secrets', (_version, answer) => {
  const people = peopleOf(answer);
  const stored = list(members(members(people.raw)['oauth2'])['providers'], members);
  const [first, ...others] = providersIn(people);
  if (!first) throw new Error('There is no provider.');
  expect(sentProviders(people, [{ ...first, clientId: 'another' }, ...others])).toEqual([
    { ...stored[0], clientId: 'another' },
    ...stored.slice(1),
  ]);
  const typed = sentProviders(people, [{ ...first, clientSecret: 'typed' }, ...others]);
  expect(typed.map(({ clientSecret }) => clientSecret)).toEqual(['typed', ...others.map(() => undefined)]);
  // Not even a key without a value, which the newest ones would take for an empty secret.
  expect(typed.slice(1).some((one) => 'clientSecret' in one)).toBe(false);
});

test.each(NEWER)('%s: a new provider has every key', (_version, answer) => {
  const people = peopleOf(answer);
  const added: OwnProvider = {
    ...{ name: 'oidc', clientId: 'id', clientSecret: 'typed', displayName: 'Ours', pkce: true, extra: {} },
    ...{ authUrl: 'https://a', tokenUrl: 'https://b', userInfoUrl: 'https://c' },
  };
  expect(sentProviders(people, [...providersIn(people), added]).at(-1)).toEqual({
    ...{ name: 'oidc', clientId: 'id', clientSecret: 'typed', displayName: 'Ours', pkce: true, extra: null },
    ...{ authURL: 'https://a', tokenURL: 'https://b', userInfoURL: 'https://c' },
  });
});

const stored = (providers: readonly object[]): Collection =>
  readCollection({ id: 'x', name: 'people', type: 'auth', oauth2: { enabled: true, providers }, fields: [] });

test('members of extra that shall go are null: the backend adds those that are sent to those it has', () => {
  const people = stored([
    { name: 'oidc', extra: { one: 1, two: 2 } },
    { name: 'lark', extra: { site: 'x' } },
  ]);
  const [oidc, lark] = providersIn(people) as [OwnProvider, OwnProvider];
  const extras = (...providers: OwnProvider[]) => sentProviders(people, providers).map(({ extra }) => extra);
  expect(extras({ ...oidc, extra: { one: 1 } }, lark)).toEqual([{ one: 1, two: null }, { site: 'x' }]);
  expect(extras({ ...oidc, extra: {} }, lark)).toEqual([null, { site: 'x' }]);
  // Where another stood.
  expect(extras(lark, oidc)).toEqual([
    { site: 'x', one: null, two: null },
    { one: 1, two: 2, site: null },
  ]);
  // What was sent as null reads as if it were not there.
  expect(providersIn(stored([{ name: 'oidc', extra: { one: 1, two: null } }]))[0]?.extra).toEqual({ one: 1 });
});

test('unknown keys of a provider follow its name', () => {
  const people = stored([{ name: 'oidc', later: 1 }, { name: 'lark' }]);
  const [oidc, lark] = providersIn(people) as [OwnProvider, OwnProvider];
  expect(sentProviders(people, [lark, oidc]).map((one) => one['later'])).toEqual([undefined, 1]);
});

test('a new collection says only what differs from what the backend begins with', () => {
  const base: Collection = {
    ...{ id: '', created: '', updated: '', name: 'people', type: 'auth', isSystem: false, raw: undefined },
    ...{ fields: [], indexes: [], listRule: null, viewRule: null, createRule: null, updateRule: null },
    ...{ deleteRule: null, manageRule: null, auth: newAuth },
  };
  const keys = (collection: Collection) => Object.keys(writeCollection(collection));
  const { own } = newAuth;
  if (!own) throw new Error('A new collection has nothing of its own.');
  for (const key of ['passwordAuth', 'oauth2', 'otp', 'mfa', 'authToken', 'verificationTemplate'])
    expect(keys(base)).not.toContain(key);
  const changed = { ...base, auth: { ...newAuth, own: { ...own, 'secondFactor.isEnabled': true } } };
  expect(writeCollection(changed)['mfa']).toEqual({ enabled: true });
});

test.each([
  ['passwordAuth.identityFields', 'identityFields'],
  ['oauth2.providers.1.clientSecret', 'providers.1.clientSecret'],
  ['oauth2.providers.0.userInfoURL', 'providers.0.userInfoUrl'],
  ['oauth2.providers.0.extra', 'providers.0.extra'],
  ['oauth2.mappedFields.avatarURL', 'mappedFields.avatar'],
  ['otp.emailTemplate.body', 'templates.oneTimePassword.body'],
  ['otp.length', 'oneTimePassword.length'],
  ['mfa.enabled', 'secondFactor.isEnabled'],
  ['authToken.duration', 'tokens.auth.duration'],
  ['oauth2.enabled', undefined],
  ['listRule', undefined],
])('a message about %s is shown at %s', (path, member) => {
  expect(ownAuthPath(path)).toBe(member);
  const [problem] = collectionProblems([{ path, text: 'No.' }], stored([]));
  if (member) expect(problem?.path).toBe(`auth.${member}`);
});

test.each([
  [undefined, 'unknown'],
  ['0.22.27', 'unknown'],
  ['0.23.0', 'position'],
  ['0.39.11', 'position'],
  ['0.40.0', 'nothing'],
  ['0.40.1', 'name'],
  ['0.40.6', 'name'],
  // Nobody has tried it yet.
  ['0.41.0', 'unknown'],
  ['1.0.0', 'unknown'],
])('%s keeps secrets by %s', (version, by) => {
  expect(capabilitiesOf(version).keepsSecretsBy).toBe(by);
});

// As the programs did, which were asked one by one.
test.each([
  [undefined, 'perhaps'],
  ['0.36.9', undefined],
  ['0.37.4', undefined],
  ['0.37.5', 'yes'],
  ['0.38.2', undefined],
  ['0.39.10', undefined],
  ['0.39.11', 'yes'],
  ['0.40.6', 'yes'],
])('%s takes linked accounts from who is verified by hand: %s', (version, takes) => {
  expect(capabilitiesOf(version).verifyingUnlinks).toBe(takes);
});

test('secrets are never read, and what is shown in their place is never sent', () => {
  const people = stored([{ name: 'oidc', clientSecret: '******' }]);
  const [oidc] = providersIn(people) as [OwnProvider];
  const [sent = {}] = sentProviders(people, [{ ...oidc, displayName: 'Ours' }]);
  expect(sent).toMatchObject({ name: 'oidc', displayName: 'Ours' });
  expect('clientSecret' in sent).toBe(false);
  expect(providersIn(people).every(({ clientSecret }) => isKept(clientSecret))).toBe(true);
});

test.each([
  ['0.32.0', ['a/b', 'a\\b'], ['a b', 'con', 'a.b']],
  ['0.33.0', ['a/b', 'a b', 'a.b', 'CON', 'lpt9'], ['a,b', 'conx', 'lpt0', 'a@b']],
  [undefined, ['a/b', 'a b', 'nul'], ['a,b']],
])('ids that %s refuses in any field', (version, refused, others) => {
  const isRefused = (id: string) => capabilitiesOf(version).refusedIds?.test(id);
  expect(refused.filter((id) => !isRefused(id))).toEqual([]);
  expect(others.filter(isRefused)).toEqual([]);
});
