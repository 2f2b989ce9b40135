import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getCollection } from '#api/collections/collection.ts';
import { saveCollection } from '#api/collections/save.ts';
import { isObject, type JsonObject, list, members, parseJson, text } from '#domain/app/lenient.ts';
import type { Capabilities } from '#domain/backend/capabilities.ts';
import type { OwnAuthOptions, OwnProvider } from '#domain/backend/collection.ts';
import { renameField } from '#domain/collections/editor/fields.ts';
import { newProvider } from '#domain/collections/editor/own-providers.ts';
import { renameCollection, setCollectionOption } from '#domain/collections/editor/values.ts';
import { can } from '#stores/app/capabilities.ts';
import { visit } from '#stores/app/line.ts';
import { $session } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { type CollectionEditor, createEditor } from '#stores/collections/editor/editor.ts';
import { addUniqueIndex, switchOneTimePassword } from '#stores/collections/editor/sign-in.ts';
import { $collectionList, loadCollections } from '#stores/collections/list.ts';
import { answerQuestion } from '#tests/stores/answer-question.ts';
import { onNewer } from '#tests/stores/newer-backends.ts';
import { until } from '#tests/stores/until.ts';
import type { Backend } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { startOpenIdProvider } from '#tests/support/openid-provider.ts';

/** Of the version whose turn it is. */
let backend: () => Backend;

const open: CollectionEditor[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.dispose();
});

/** Opens the editor of a stored collection, and closes it after the test. */
async function editorOf(id: string): Promise<CollectionEditor> {
  await loadCollections();
  const collection = $collectionList.get().find((one) => one.id === id);
  if (!collection) throw new Error('The collection is not in the list.');
  const nothing = { onClose: () => {}, onSaved: () => {}, onDuplicate: () => {} };
  const editor = createEditor({ collection, ...nothing });
  open.push(editor);
  // Else what others store could be taken over before it is edited.
  await until(editor.$freshness, (state) => state === 'ready');
  return editor;
}

const toasts = () => $toasts.get().map(({ message }) => message);

let told: string | undefined;
const { fetch } = globalThis;

/** Tells the version as Atoll's own server does, in front of the backend. */
function tellVersion(version: string | undefined): void {
  told = version;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!told || !String(url).endsWith('/_/')) return fetch(url, init);
    return new Response('', { headers: { 'X-Atoll-Version': told } });
  });
}

const SECRETS: Readonly<Record<string, string>> = { oidc: 'first', oidc2: 'second', github: 'third' };

const provider = (name: string, url: string, more: JsonObject = {}) => ({
  ...{ name, clientId: `${name}-client`, clientSecret: SECRETS[name], displayName: `At ${name}`, pkce: true },
  ...{ authURL: `${url}/auth`, tokenURL: `${url}/token`, userInfoURL: `${url}/user`, extra: { of: name } },
  ...more,
});

/** Makes an auth collection with three providers, and opens it. */
async function openSignIn(url = 'http://127.0.0.1:9', enabled = true) {
  const { id, name } = await backend().api.post<{ id: string; name: string }>('/api/collections', {
    ...{ name: uniqueName('people'), type: 'auth', createRule: '', viewRule: 'id = @request.auth.id' },
    fields: [{ name: 'nick', type: 'text' }],
    oauth2: { enabled, providers: ['oidc', 'oidc2', 'github'].map((one) => provider(one, url)) },
    mfa: { duration: 700 },
  });
  return { id, name, editor: await editorOf(id) };
}

/** Every column of a collection's row, its options parsed. */
function rowOf(id: string): JsonObject {
  const [row = {}] = backend().sql('SELECT * FROM _collections WHERE id = ?', [id]);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, parseJson(value) ?? value]));
}

const storedProviders = (id: string): readonly JsonObject[] =>
  list(members(members(rowOf(id)['options'])['oauth2'])['providers'], members);

/** Who has which secret. */
const secretsOf = (id: string) => storedProviders(id).map(({ name, clientSecret }) => [name, clientSecret]);

/** Paths of leaves that differ between two rows, but the date of the save. */
function differences(before: unknown, after: unknown, path = ''): string[] {
  if (!isObject(before) || !isObject(after))
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !(path === '' && name === 'updated'))
    .flatMap((name) => differences(before[name], after[name], path ? `${path}.${name}` : name));
}

const set = (editor: CollectionEditor, name: keyof OwnAuthOptions | 'hasOAuth2', value: unknown): void =>
  editor.edit((values) => setCollectionOption(values, name, value), `auth.${name}`);

const providersIn = (editor: CollectionEditor): readonly OwnProvider[] =>
  editor.$values.get().options['providers'] as readonly OwnProvider[];

const setProviders = (editor: CollectionEditor, providers: readonly (OwnProvider | undefined)[]): void =>
  set(
    editor,
    'providers',
    providers.filter((one) => one !== undefined),
  );

/** Saves, and confirms what the review says. */
async function saveAll(editor: CollectionEditor): Promise<boolean> {
  const isSaved = await editor.save();
  return editor.$review.get() ? editor.confirmReview() : isSaved;
}

/** The messages about secrets, by the position of their provider. */
const askedSecrets = (editor: CollectionEditor): string[] =>
  Object.keys(editor.$errors.get())
    .flatMap((path) => /^auth\.providers\.(\d+)\.clientSecret$/.exec(path)?.[1] ?? [])
    .sort();

/** What each version does with the secrets of its providers. */
const BY: Readonly<Record<string, Capabilities['keepsSecretsBy']>> = {
  '0.23.12': 'position',
  '0.36.9': 'position',
  '0.40.0': 'nothing',
  '0.40.6': 'name',
};

/** Edits of the stored list: of oidc, oidc2 and github. */
type List = readonly OwnProvider[];
const EDITS: Readonly<Record<string, (list: List) => readonly (OwnProvider | undefined)[]>> = {
  'a change in place': ([a, b, c]) => [a, b && { ...b, displayName: 'Ours' }, c],
  'the last one removed': ([a, b]) => [a, b],
  'the first one removed': ([, b, c]) => [b, c],
  'the first two in another order': ([a, b, c]) => [b, a, c],
  'another name in place': ([a, b, c]) => [a, b && { ...b, name: 'oidc3' }, c],
  'a complete one added at the end': ([a, b, c]) => [
    a,
    b,
    c,
    a && { ...a, name: 'oidc3', clientSecret: 'new' },
  ],
  'a complete one added in front': ([a, b, c]) => [
    a && { ...a, name: 'oidc3', clientSecret: 'new' },
    a,
    b,
    c,
  ],
};

/** The positions whose secrets are asked for, by what a version keeps them by. */
const ASKED: Readonly<Record<string, Readonly<Record<string, string[]>>>> = {
  'a change in place': { position: [], name: [], nothing: ['0', '1', '2'] },
  'the last one removed': { position: [], name: [], nothing: ['0', '1'] },
  'the first one removed': { position: ['0', '1'], name: [], nothing: ['0', '1'] },
  'the first two in another order': { position: ['0', '1'], name: [], nothing: ['0', '1', '2'] },
  'another name in place': { position: ['1'], name: ['1'], nothing: ['0', '1', '2'] },
  'a complete one added at the end': { position: [], name: [], nothing: ['0', '1', '2'] },
  'a complete one added in front': { position: ['1', '2', '3'], name: [], nothing: ['1', '2', '3'] },
};

/** Types the secrets that are asked for. */
const typeAsked = (editor: CollectionEditor, asked: readonly string[]) =>
  setProviders(
    editor,
    providersIn(editor).map((one, at) =>
      asked.includes(String(at)) ? { ...one, clientSecret: SECRETS[one.name] ?? 'second' } : one,
    ),
  );

onNewer(
  (running, version) => {
    const by = BY[version] ?? 'unknown';

    beforeEach(async () => {
      backend = running;
      tellVersion(version);
      await visit();
    });

    test('[NO-01] the version tells where secrets stay', () => expect(can().keepsSecretsBy).toBe(by));

    describe.each([true, false])('with OAuth2 enabled: %s', (enabled) => {
      test.each(Object.entries(EDITS))(
        '[NO-01] %s leaves each provider its own secret',
        async (name, edit) => {
          const { id, editor } = await openSignIn(undefined, enabled);
          const before = rowOf(id);
          setProviders(editor, edit(providersIn(editor)));
          const asked = ASKED[name]?.[by] ?? [];
          if (asked.length) {
            expect(await saveAll(editor)).toBe(false);
            expect(askedSecrets(editor)).toEqual(asked);
            // Nothing was sent.
            expect(rowOf(id)).toEqual(before);
            typeAsked(editor, asked);
          }
          expect(await saveAll(editor)).toBe(true);
          for (const [owner, secret] of secretsOf(id))
            expect(secret).toEqual(
              owner === 'oidc3' ? expect.stringMatching(/^(new|second)$/) : SECRETS[text(owner)],
            );
          expect(secretsOf(id).length).toBeGreaterThan(1);
          expect(differences(before, rowOf(id))).toEqual(['options.oauth2.providers']);
        },
      );
    });

    test('[NO-02] a list that others have put in another order is not overwritten', async () => {
      const { id, editor } = await openSignIn();
      const [first, ...others] = storedProviders(id);
      const moved = [...others, first].map((one) => ({ ...one, clientSecret: SECRETS[text(one?.['name'])] }));
      await backend().api.patch(`/api/collections/${id}`, { oauth2: { providers: moved } });
      const before = rowOf(id);
      setProviders(
        editor,
        providersIn(editor).map((one) => ({ ...one, displayName: `${one.displayName}!` })),
      );
      if (by === 'nothing') typeAsked(editor, ['0', '1', '2']);
      expect(await editor.save()).toBe(false);
      const { conflicts = [] } = editor.$review.get() ?? {};
      expect(conflicts.map((one) => one.id)).toEqual(['options.providers']);
      expect(rowOf(id)).toEqual(before);
      editor.choose('options.providers', 'theirs');
      await editor.confirmReview();
      expect(differences(before, rowOf(id))).toEqual([]);
    });

    if (by !== 'nothing')
      test('[NO-01] the version is asked again before a list is sent: it may be unknown by now', async () => {
        const { id, editor } = await openSignIn();
        const before = rowOf(id);
        setProviders(
          editor,
          providersIn(editor).map((one) => ({ ...one, displayName: 'Ours' })),
        );
        tellVersion(undefined);
        expect(await saveAll(editor)).toBe(false);
        expect(can().keepsSecretsBy).toBe('unknown');
        expect(askedSecrets(editor)).toEqual(['0', '1', '2']);
        expect(rowOf(id)).toEqual(before);
      });

    test('[NO-02] another order without secrets is noticed in the database', async () => {
      const { id } = await openSignIn();
      const providers = (await backend().api.get<JsonObject>(`/api/collections/${id}`))['oauth2'];
      const moved = list(members(providers)['providers'], members).toReversed();
      // As a client does that knows nothing of all this.
      const sent = backend().api.patch(`/api/collections/${id}`, { oauth2: { providers: moved } });
      const isStored = await sent.then(
        () => true,
        () => false,
      );
      const mixed = secretsOf(id).some(([name, secret]) => secret !== SECRETS[text(name)]);
      expect([isStored, mixed]).toEqual(
        { position: [true, true], name: [true, false], nothing: [false, false] }[by as 'name'],
      );
    });

    test('[NO-02] secrets of providers that others have changed are not taken over', async () => {
      const { id, editor } = await openSignIn();
      const list = storedProviders(id).map((one) => ({
        ...one,
        clientSecret: SECRETS[text(one['name'])],
        ...(one['name'] === 'oidc2' && { clientId: 'theirs', clientSecret: 'theirs' }),
      }));
      await backend().api.patch(`/api/collections/${id}`, { oauth2: { providers: list } });
      const before = rowOf(id);
      setProviders(
        editor,
        providersIn(editor).map((one) => ({ ...one, displayName: 'Mine' })),
      );
      expect(await editor.save()).toBe(false);
      editor.choose('options.providers', 'mine');
      expect(await editor.confirmReview()).toBe(false);
      expect(askedSecrets(editor)).toContain('1');
      expect(rowOf(id)).toEqual(before);
    });

    test('[NO-01] OAuth2 is switched off and on without a word about its providers', async () => {
      const { id, editor } = await openSignIn();
      const before = rowOf(id);
      set(editor, 'hasOAuth2', false);
      expect(await saveAll(editor)).toBe(true);
      expect(differences(before, rowOf(id))).toEqual(['options.oauth2.enabled']);
      expect(secretsOf(id)).toEqual(Object.entries(SECRETS));
    });

    const LEAVES: [name: keyof OwnAuthOptions, value: unknown, path: string][] = [
      ['hasPasswords', false, 'passwordAuth.enabled'],
      ['mappedFields.name', 'nick', 'oauth2.mappedFields.name'],
      ['oneTimePassword.isEnabled', true, 'otp.enabled'],
      ['oneTimePassword.duration', 300, 'otp.duration'],
      ['oneTimePassword.length', 10, 'otp.length'],
      ['secondFactor.isEnabled', true, 'mfa.enabled'],
      ['secondFactor.duration', 900, 'mfa.duration'],
      ['secondFactor.rule', 'verified = true', 'mfa.rule'],
      ['hasAlert', false, 'authAlert.enabled'],
      ['templates.verification.subject', 'Hello', 'verificationTemplate.subject'],
      ['templates.passwordReset.body', '<p>{TOKEN}</p>', 'resetPasswordTemplate.body'],
      ['templates.emailChange.body', '<p>{TOKEN}</p>', 'confirmEmailChangeTemplate.body'],
      ['templates.oneTimePassword.body', '<p>{OTP}</p>', 'otp.emailTemplate.body'],
      ['templates.alert.subject', 'New login', 'authAlert.emailTemplate.subject'],
      ['tokens.auth.duration', 1234, 'authToken.duration'],
      ['tokens.verification.duration', 1234, 'verificationToken.duration'],
      ['tokens.passwordReset.duration', 1234, 'passwordResetToken.duration'],
      ['tokens.emailChange.duration', 1234, 'emailChangeToken.duration'],
      ['tokens.file.duration', 1234, 'fileToken.duration'],
      ['tokens.file.secret', 'x'.repeat(50), 'fileToken.secret'],
    ];
    test('[NO-04] each option changes its own place alone, and all secrets stay', async () => {
      const { id, editor } = await openSignIn();
      for (const [name, value, path] of LEAVES) {
        const before = rowOf(id);
        set(editor, name, value);
        expect([name, await saveAll(editor), toasts().at(-1)]).toEqual([
          name,
          true,
          'Successfully updated collection.',
        ]);
        expect(differences(before, rowOf(id))).toEqual([`options.${path}`]);
      }
      expect(secretsOf(id)).toEqual(Object.entries(SECRETS));
    });

    test('[NO-01] a draft keeps no secret', async () => {
      const { editor } = await openSignIn();
      setProviders(
        editor,
        providersIn(editor).map((one) => ({ ...one, clientSecret: 'typed-secret' })),
      );
      set(editor, 'tokens.auth.secret', 'typed-secret'.repeat(4));
      browser.dispatch('pagehide');
      const drafts = [...browser.storage.entries()].filter(([name]) => name.includes('collection_draft'));
      expect(drafts.length).toBeGreaterThan(0);
      expect(JSON.stringify(drafts)).not.toContain('typed-secret');
      editor.dispose();
    });

    test('[NO-05] fields by which people sign in follow a new name, and need a unique index', async () => {
      const { id, editor } = await openSignIn();
      set(editor, 'identityFields', ['email', 'nick']);
      expect(await saveAll(editor)).toBe(false);
      expect(editor.$errors.get()).toEqual({
        'auth.identityFields': 'Needs a unique index of its own: nick.',
      });
      await addUniqueIndex(editor, 'nick');
      expect(await saveAll(editor)).toBe(true);
      const before = rowOf(id);
      const key = editor.$values.get().fields.find(({ name }) => name === 'nick')?.key ?? '';
      editor.editField(key, (values) => renameField(values, key, 'alias'), 'name');
      expect(await saveAll(editor)).toBe(true);
      expect(differences(before, rowOf(id)).sort()).toEqual([
        'fields',
        'indexes',
        'options.passwordAuth.identityFields',
      ]);
      expect(members(members(rowOf(id)['options'])['passwordAuth'])['identityFields']).toEqual([
        'email',
        'alias',
      ]);
      expect(secretsOf(id)).toEqual(Object.entries(SECRETS));
    });

    test('[NO-06] a second factor needs two methods', async () => {
      const { editor } = await openSignIn(undefined, false);
      set(editor, 'secondFactor.isEnabled', true);
      expect(await saveAll(editor)).toBe(false);
      expect(Object.keys(editor.$errors.get())).toEqual(['auth.secondFactor.isEnabled']);
      await switchOneTimePassword(editor, true);
      expect(await saveAll(editor)).toBe(true);
    });

    test('[NO-06] superusers get both factors after a question', async () => {
      const id = String(backend().sql("SELECT id FROM _collections WHERE name = '_superusers'")[0]?.['id']);
      const editor = await editorOf(id);
      const before = rowOf(id);
      const isOn = () =>
        ['oneTimePassword', 'secondFactor'].map((name) => editor.$values.get().options[`${name}.isEnabled`]);
      const declined = switchOneTimePassword(editor, true);
      expect(await answerQuestion(false)).toContain('no mail server is set up');
      await declined;
      expect(isOn()).toEqual([false, false]);
      const agreed = switchOneTimePassword(editor, true);
      await answerQuestion(true);
      await agreed;
      expect(isOn()).toEqual([true, true]);
      expect(await saveAll(editor)).toBe(true);
      expect(differences(before, rowOf(id)).sort()).toEqual(['options.mfa.enabled', 'options.otp.enabled']);
      await switchOneTimePassword(editor, false);
      expect(await saveAll(editor)).toBe(true);
      expect(differences(before, rowOf(id))).toEqual([]);
    });

    test('[NO-04] a new collection gets what is chosen, and the rest from the backend', async () => {
      const name = uniqueName('fresh');
      const nothing = { onClose: () => {}, onSaved: () => {}, onDuplicate: () => {} };
      const editor = createEditor(nothing);
      open.push(editor);
      editor.setType('auth');
      editor.edit((values) => renameCollection(values, name));
      set(editor, 'hasOAuth2', true);
      setProviders(editor, [{ ...newProvider('github'), clientId: 'id', clientSecret: 'typed' }]);
      set(editor, 'oneTimePassword.isEnabled', true);
      set(editor, 'oneTimePassword.length', 6);
      expect([await editor.save(), toasts()]).toEqual([true, ['Successfully created collection.']]);
      const id = editor.$saved.get()?.id ?? '';
      expect(secretsOf(id)).toEqual([['github', 'typed']]);
      const options = members(rowOf(id)['options']);
      expect(options).toMatchObject({
        otp: { enabled: true, length: 6, duration: 180 },
        passwordAuth: { enabled: true, identityFields: ['email'] },
        verificationTemplate: { subject: expect.stringContaining('{APP_NAME}') },
      });
    });

    describe('a real provider', () => {
      /** Signs a user in through a provider of the collection, as an app does. */
      async function signsIn(name: string, key: string): Promise<unknown> {
        const body = { provider: key, code: 'any', codeVerifier: 'any', redirectURL: 'http://127.0.0.1/x' };
        const answer = await fetch(`${backend().url}/api/collections/${name}/auth-with-oauth2`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const { record, ...rest } = await answer.json();
        return record ? record.email : JSON.stringify(rest);
      }

      test('[NO-09] is not forgotten because somebody looks at the collection', async () => {
        const openId = await startOpenIdProvider(undefined, { 'oidc-client': 'first' });
        try {
          const { id, name, editor } = await openSignIn(openId.url);
          await getCollection(id);
          expect(await signsIn(name, 'oidc')).toBe('ann@example.com');
          // A save that ends before anything is sent.
          await backend().api.patch(`/api/collections/${id}`, { mfa: { duration: 800 } });
          const collection = editor.$saved.get();
          if (!collection) throw new Error('Nothing is open.');
          await expect(saveCollection({ ...collection, listRule: '' })).rejects.toMatchObject({
            status: 409,
          });
          expect(await signsIn(name, 'oidc')).toBe('ann@example.com');
          // What these versions do to those who read a collection alone.
          await backend().api.get(`/api/collections/${id}`);
          const isForgotten = version === '0.23.12';
          expect((await signsIn(name, 'oidc')) === 'ann@example.com').toBe(!isForgotten);
        } finally {
          await openId.stop();
        }
      });

      test('[NO-03] signs a user in after it was saved, renamed and moved', async () => {
        const clients = Object.fromEntries(
          Object.entries(SECRETS).map(([one, secret]) => [`${one}-client`, secret]),
        );
        const openId = await startOpenIdProvider(undefined, { ...clients, 'moved-client': 'moved' });
        try {
          const { id, name, editor } = await openSignIn(openId.url);
          expect(await signsIn(name, 'oidc')).toBe('ann@example.com');
          setProviders(
            editor,
            providersIn(editor).map((one) => ({ ...one, displayName: 'Renamed' })),
          );
          const save = async () => {
            if (await saveAll(editor)) return;
            typeAsked(editor, askedSecrets(editor));
            expect(await saveAll(editor)).toBe(true);
          };
          await save();
          expect(await signsIn(name, 'oidc')).toBe('ann@example.com');
          // To the end of the list, and to another of the names that OpenID has.
          const [first, ...others] = providersIn(editor);
          setProviders(editor, [
            ...others,
            first && { ...first, name: 'oidc3', clientId: 'moved-client', clientSecret: 'moved' },
          ]);
          await save();
          expect(await signsIn(name, 'oidc3')).toBe('ann@example.com');
          expect(await signsIn(name, 'oidc2')).toBe('ann@example.com');
          expect(Object.fromEntries(secretsOf(id))).toEqual({
            oidc2: 'second',
            github: 'third',
            oidc3: 'moved',
          });
        } finally {
          await openId.stop();
        }
      });
    });
    // The last one: no other request of these tests is signed in after it.
    test('[NO-07] the session of who ends the tokens of superusers ends at once', async () => {
      const id = String(backend().sql("SELECT id FROM _collections WHERE name = '_superusers'")[0]?.['id']);
      const editor = await editorOf(id);
      const before = rowOf(id);
      set(editor, 'tokens.auth.secret', 'x'.repeat(50));
      expect(await saveAll(editor)).toBe(true);
      expect($session.get()).toBeUndefined();
      expect(differences(before, rowOf(id))).toEqual(['options.authToken.secret']);
    });
  },
  ['0.23.12', '0.40.6'],
  ['0.36.9', '0.40.0'],
);
