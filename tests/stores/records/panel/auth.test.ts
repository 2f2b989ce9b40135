import { afterAll, beforeAll, expect, test } from 'vitest';
import { $toasts } from '#stores/app/toasts.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { createCollection, createUser, field, uniqueName } from '#tests/support/factories.ts';
import { type SmtpSink, sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';
import { answer, backend, known, toasts, until } from '../record-fixture.ts';
import { openPanel } from './panel-fixture.ts';

let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
  await sendMailTo(backend().api, sink);
});
afterAll(() => sink.stop());

async function open() {
  const { api } = backend();
  const made = await createCollection(api, {
    name: uniqueName('people'),
    type: 'auth',
    schema: [field('nick')],
  });
  const user = await createUser(api, made.name);
  const panel = await openPanel(known(made), user.id);
  const signIn = (password: string) =>
    api.post(`/api/collections/${made.name}/auth-with-password`, { identity: user['email'], password });
  const stored = () => api.get(`/api/collections/${made.name}/records/${user.id}`);
  return { made, user, email: String(user['email']), panel, signIn, stored };
}

test('[RP-07] creates a user who can sign in', async () => {
  const { api } = backend();
  const made = await createCollection(api, { name: uniqueName('people'), type: 'auth' });
  const panel = createRecordPanel({ collection: known(made) });
  panel.set('email', 'new@example.com');
  panel.set('emailVisibility', true);
  panel.set('verified', true);
  panel.set('password', 'secret-word-1');
  panel.set('passwordConfirm', 'secret-word-1');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(panel.$values.get()).toMatchObject({ password: '', passwordConfirm: '' });
  expect(panel.$changePassword.get()).toBe(false);
  // OP-10: the backend made it up.
  expect(panel.$values.get()['username']).toMatch(/^\w+$/);
  const signedIn = await api.post<{ record: object }>(`/api/collections/${made.name}/auth-with-password`, {
    identity: 'new@example.com',
    password: 'secret-word-1',
  });
  expect(signedIn.record).toMatchObject({ verified: true, emailVisibility: true });
  panel.dispose();
});

test('[RF-19] changes a password only while it is ticked', async () => {
  const { panel, signIn } = await open();
  expect(panel.$canSave.get()).toBe(false);
  panel.setChangePassword(true);
  panel.set('password', 'secret-word-2');
  panel.set('passwordConfirm', 'secret-word-2');
  expect(panel.$isDirty.get()).toBe(false);
  expect(panel.$canSave.get()).toBe(true);
  panel.setChangePassword(false);
  expect(panel.$canSave.get()).toBe(false);
  panel.set('nick', 'a');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  await expect(signIn('userpassword1')).resolves.toBeDefined();
  panel.setChangePassword(true);
  panel.set('password', 'secret-word-3');
  expect(await panel.save({ keepOpen: true })).toBe(false);
  expect(Object.keys(panel.$errors.get())).toEqual(['passwordConfirm']);
  panel.set('passwordConfirm', 'secret-word-3');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  await expect(signIn('secret-word-3')).resolves.toBeDefined();
  panel.dispose();
});

test('[RP-14] [RP-15] sends mails after a question', async () => {
  const { panel, email } = await open();
  const refused = panel.sendVerification();
  expect(await answer(false)).toBe(`Do you really want to send verification email to ${email}?`);
  await refused;
  expect(sink.messages).toEqual([]);
  const verification = panel.sendVerification();
  await answer(true);
  await verification;
  expect(toasts()).toEqual([`Successfully sent verification email to ${email}.`]);
  expect($toasts.get()[0]?.type).toBe('success');
  await sink.nextMessage((message) => /verify/i.test(message.subject ?? ''));
  const reset = panel.sendPasswordReset();
  expect(await answer(true)).toBe(`Do you really want to send password reset email to ${email}?`);
  await reset;
  expect(toasts()).toContain(`Successfully sent password reset email to ${email}.`);
  await sink.nextMessage((message) => /reset/i.test(message.subject ?? ''));
  panel.dispose();
});

test('[RP-19] asks before the verified state of an existing user changes', async () => {
  const { panel, stored } = await open();
  const refused = panel.toggleVerified();
  expect(await answer(false)).toBe('Do you really want to manually change the verified account state?');
  await refused;
  expect(panel.$values.get()['verified']).toBe(false);
  const toggled = panel.toggleVerified();
  await answer(true);
  await toggled;
  expect(panel.$values.get()['verified']).toBe(true);
  expect((await stored())['verified']).toBe(false);
  expect(await panel.save()).toBe(true);
  expect((await stored())['verified']).toBe(true);
});

test('[RP-19] toggles it freely for a new user', async () => {
  const { made } = await open();
  const panel = createRecordPanel({ collection: known(made) });
  await panel.toggleVerified();
  expect(panel.$values.get()['verified']).toBe(true);
  panel.dispose();
});

test('[RP-17] [RP-18] lists the providers and unlinks one after a question', async () => {
  const { panel, user, made } = await open();
  const row = { collectionId: made.id, recordId: user.id, provider: 'google', providerId: 'g-1' };
  await link(row);
  const listening = panel.auths.$auths.listen(() => {});
  const shown = await until(panel.auths.$auths, (load) => load.state === 'ready');
  expect(shown).toMatchObject({ value: [{ provider: 'google', providerId: 'g-1' }] });
  const refused = panel.auths.unlink('google', 'Google');
  expect(await answer(false)).toBe('Do you really want to unlink the Google provider?');
  await refused;
  const unlinked = panel.auths.unlink('google', 'Google');
  await answer(true);
  await unlinked;
  expect(toasts()).toEqual(['Successfully unlinked the Google provider.']);
  expect($toasts.get()[0]?.type).toBe('success');
  await expect.poll(() => panel.auths.$auths.get()).toEqual({ state: 'ready', value: [] });
  listening();
  panel.dispose();
});

/** Links a provider straight in the database: only a real sign-in there would do it through the API. */
async function link(row: Record<string, string>): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(`${backend().dir}/data.db`);
  const now = '2026-11-05 12:00:00.000Z';
  db.prepare(
    'insert into _externalAuths (id, collectionId, recordId, provider, providerId, created, updated) values (?, ?, ?, ?, ?, ?, ?)',
  ).run(
    uniqueName('externalauth'),
    row['collectionId'] ?? '',
    row['recordId'] ?? '',
    row['provider'] ?? '',
    row['providerId'] ?? '',
    now,
    now,
  );
  db.close();
}
