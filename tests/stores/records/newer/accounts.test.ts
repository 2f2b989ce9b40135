import { describe, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { $backend } from '#stores/app/line.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { createImpersonation } from '#stores/records/panel/impersonation.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { linkProviders } from '#tests/support/accounts.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { createRecord, uniqueName } from '#tests/support/factories.ts';
import { openPanel, stored } from '../panel/panel-fixture.ts';
import { answerQuestion, backend, toasts, toCollection } from '../record-fixture.ts';

const PASSWORD = 'correct-horse-2';

async function createPeople() {
  const { api } = backend();
  const name = uniqueName('people');
  const people = await api.post('/api/collections', {
    name,
    type: 'auth',
    viewRule: 'id = @request.auth.id',
  });
  await loadCollections();
  const { id } = await createRecord(api, name, {
    ...{ email: `${name}@example.com`, password: PASSWORD, passwordConfirm: PASSWORD },
  });
  return { people: toCollection(people), id };
}

const accountOf = ({ id: collectionId, name }: Collection, accountId: string) => ({
  ...{ collectionId, collectionName: name, accountId, account: 'Somebody' },
});

/** The status of a request for an account by somebody with this token. */
const statusAs = async (token: string, collection: string, id: string) =>
  (
    await fetch(`${backend().url}/api/collections/${collection}/records/${id}`, {
      headers: { Authorization: token },
    })
  ).status;

describe.runIf(hasNewerLine)('accounts on a newer backend', () => {
  test('[NR-10] an account is created, changed and given a new password, without a username', async () => {
    const { people } = await createPeople();
    const panel = createRecordPanel({ collection: people });
    for (const [name, value] of Object.entries({
      email: 'new@example.com',
      password: PASSWORD,
      passwordConfirm: PASSWORD,
    }))
      panel.set(name, value);
    expect(await panel.save({ keepOpen: true })).toBe(true);
    const id = panel.$recordId.get() ?? '';
    expect(await stored(people.name, id)).toMatchObject({ email: 'new@example.com', verified: false });
    const hashOf = () =>
      backend().sql(`SELECT password FROM ${people.name} WHERE id = ?`, [id])[0]?.['password'];
    const before = hashOf();
    panel.set('verified', true);
    expect(await panel.save({ keepOpen: true })).toBe(true);
    expect(hashOf()).toBe(before);
    panel.setChangePassword(true);
    panel.set('password', `${PASSWORD}!`);
    panel.set('passwordConfirm', `${PASSWORD}!`);
    expect(await panel.save({ keepOpen: true })).toBe(true);
    expect(hashOf()).not.toBe(before);
  });

  test('[NR-10] the question before an account is verified by hand says that its linked accounts go', async () => {
    const { people, id } = await createPeople();
    const links = () => backend().sql('SELECT provider FROM _externalAuths WHERE recordRef = ?', [id]);
    linkProviders(backend(), { collection: people.id, user: id }, [{ provider: 'google', providerId: 'g' }]);
    const panel = await openPanel(people, id);
    const asked = async (version: string | undefined, isAccepted: boolean) => {
      $backend.set({ line: 'pb23', version });
      const toggled = panel.toggleVerified();
      const question = await answerQuestion(isAccepted);
      await toggled;
      return question;
    };
    const plain = 'Do you really want to manually change the verified account state?';
    expect(await asked('0.39.10', false)).toBe(plain);
    expect(await asked(undefined, false)).toMatch(/\? Accounts that become verified may lose what/);
    expect(await asked('0.40.6', true)).toBe(
      `${plain} Accounts that become verified lose what links them with sign-in providers.`,
    );
    expect(await asked('0.40.6', true)).toBe(plain);
    await asked('0.40.6', true);
    expect(links()).toHaveLength(1);
    expect(await panel.save()).toBe(true);
    expect(links()).toEqual([]);
    $backend.set(undefined);
  });

  test('[NR-11] a token of an account works until its password changes, and is stored nowhere', async () => {
    const { people, id } = await createPeople();
    const session = createImpersonation(accountOf(people, id));
    await session.make(600, 'a test');
    const { token = '', until = 0 } = session.$made.get() ?? {};
    expect(until).toBeGreaterThan(Date.now() + 500_000);
    expect(await statusAs(token, people.name, id)).toBe(200);
    const kept = [...browser.storage.values(), ...browser.tabStorage.values()].join('\n');
    expect(kept).not.toContain(token);
    session.stop();
    expect(session.$made.get()).toBeUndefined();
    const panel = await openPanel(people, id);
    panel.setChangePassword(true);
    panel.set('password', `${PASSWORD}!`);
    panel.set('passwordConfirm', `${PASSWORD}!`);
    expect(await panel.save({ keepOpen: true })).toBe(true);
    expect(await statusAs(token, people.name, id)).toBe(404);
  });

  test('[NR-11] why no token was made is reported', async () => {
    const { people } = await createPeople();
    const session = createImpersonation(accountOf(people, 'nobodynobodynob'));
    await session.make(600, '');
    expect(session.$made.get()).toBeUndefined();
    expect(session.$isBusy.get()).toBe(false);
    expect(toasts()).toHaveLength(1);
  });

  test('[NR-09] a superuser opens as an account, and another one is created with email and password', async () => {
    const all = await backend().api.get<{ items: object[] }>('/api/collections?perPage=200');
    const found = all.items.map(toCollection).find(({ name }) => name === '_superusers');
    if (!found) throw new Error('No superusers.');
    const panel = createRecordPanel({ collection: found });
    for (const [name, value] of Object.entries({
      email: 'two@example.com',
      password: PASSWORD,
      passwordConfirm: PASSWORD,
    }))
      panel.set(name, value);
    expect(await panel.save({ keepOpen: true })).toBe(true);
    const opened = await openPanel(found, panel.$recordId.get() ?? '');
    expect(opened.$values.get()).toMatchObject({ email: 'two@example.com', password: '' });
  });
});
