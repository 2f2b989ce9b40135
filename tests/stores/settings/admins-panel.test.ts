import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestFileToken } from '#api/records/files.ts';
import { UNREADABLE_MESSAGE } from '#domain/app/api-error.ts';
import { FILE_TOKEN_KEY, settingsDraftKey } from '#domain/app/storage-keys.ts';
import type { Identity } from '#domain/backend/identity.ts';
import { $question } from '#stores/app/confirm.ts';
import { $route, go } from '#stores/app/route.ts';
import { $admin, $session, signIn } from '#stores/app/session.ts';
import { $admins, refreshAdmins } from '#stores/settings/admins/list.ts';
import { $isPanelNeeded, cancelPanel, openAdmin, openNewAdmin } from '#stores/settings/admins/open.ts';
import {
  $panels,
  type AdminPanel,
  createAdminPanel,
  openListed,
  openNew,
  startPanels,
} from '#stores/settings/admins/panel.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import {
  answerRequests,
  holdRequests,
  loseResponses,
  rejectRequests,
  watchRequests,
} from '../network-fixture.ts';
import { answerQuestion, backend, browser, toasts, until } from '../records/record-fixture.ts';
import {
  bodyOf,
  canSignIn,
  createStored,
  loaded,
  openAdmins,
  removeOthers,
  startAdminsPage,
  storedAdmin,
} from './admins-fixture.ts';

startAdminsPage();

const opened: AdminPanel[] = [];
/** The bodies of requests that create or change an administrator. */
const bodies: object[] = [];
const send = globalThis.fetch;

function open(admin?: Identity): AdminPanel {
  const panel = createAdminPanel({ admin, onClose: () => {} });
  opened.push(panel);
  return panel;
}

const isSave = ({ path, method }: { path: string; method: string }) =>
  path.startsWith('/api/admins') && (method === 'PATCH' || (method === 'POST' && path === '/api/admins'));
const isRead = ({ path, method }: { path: string; method: string }) =>
  path.startsWith('/api/admins/') && method === 'GET';
const draft = (id = '') => browser.storage.get(settingsDraftKey(`admin_${id}`));

beforeEach(async () => {
  globalThis.fetch = (url, init) => {
    const { pathname } = new URL(String(url));
    if (init?.body && isSave({ path: pathname, method: init.method ?? '' })) bodies.push(bodyOf(init.body));
    return send(url, init);
  };
  await openAdmins();
});
afterEach(async () => {
  for (const panel of opened.splice(0)) panel.dispose();
  for (const key of browser.storage.keys()) if (key.startsWith('settings_draft')) browser.storage.delete(key);
  bodies.length = 0;
  globalThis.fetch = send;
  if (!$session.get()) await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await removeOthers();
});

test('[AD-09][AD-10] a new admin needs an email, is sent with its passwords, and appears in the list', async () => {
  const panel = open();
  expect(panel.$canSave.get()).toBe(false);
  panel.set('password', PASSWORD);
  expect(panel.$canSave.get()).toBe(false);
  panel.set('email', 'new@example.com');
  expect(panel.$canSave.get()).toBe(true);
  panel.set('avatar', 7);
  panel.set('passwordConfirm', PASSWORD);
  expect(await panel.save()).toBe(true);
  expect(bodies).toEqual([
    { email: 'new@example.com', avatar: 7, password: PASSWORD, passwordConfirm: PASSWORD },
  ]);
  expect(typedToasts()).toEqual(['success: Successfully created admin.']);
  expect(panel.isClosed()).toBe(true);
  expect((await loaded()).map(({ email, avatar }) => [email, avatar])).toContainEqual(['new@example.com', 7]);
  expect(await canSignIn('new@example.com', PASSWORD)).toBe(true);
  expect(draft()).toBeUndefined();
});

test('[AD-09][AD-10] an edit sends the passwords only with the toggle', async () => {
  const admin = await createStored();
  bodies.length = 0;
  const panel = open(admin);
  expect(panel.$canSave.get()).toBe(false);
  panel.set('avatar', 4);
  expect(panel.$canSave.get()).toBe(true);
  panel.set('avatar', 1);
  expect(panel.$canSave.get()).toBe(false);
  panel.set('changePassword', true);
  expect(panel.$canSave.get()).toBe(true);
  panel.set('password', 'another-word-2');
  panel.set('passwordConfirm', 'another-word-2');
  panel.set('changePassword', false);
  panel.set('email', 'renamed@example.com');
  expect(await panel.save()).toBe(true);
  const again = open(await storedAdmin(admin.id));
  again.set('changePassword', true);
  again.set('password', 'another-word-2');
  again.set('passwordConfirm', 'another-word-2');
  expect(await again.save()).toBe(true);
  expect(bodies).toEqual([
    { email: 'renamed@example.com', avatar: 1 },
    {
      email: 'renamed@example.com',
      avatar: 1,
      password: 'another-word-2',
      passwordConfirm: 'another-word-2',
    },
  ]);
  expect(await canSignIn('renamed@example.com', 'another-word-2')).toBe(true);
  expect($admin.get()?.email).toBe(ADMIN_EMAIL);
});

test('[AD-11] the messages of the backend are those of the fields, and nothing typed is lost', async () => {
  const panel = open();
  panel.set('email', ADMIN_EMAIL);
  panel.set('password', 'short');
  panel.set('passwordConfirm', 'other');
  expect(await panel.save()).toBe(false);
  expect(panel.$errors.get()).toMatchObject({
    password: 'The length must be between 10 and 72.',
    passwordConfirm: "Values don't match.",
  });
  expect(panel.$errors.get()['email']).toBeTruthy();
  expect(panel.$values.get()).toMatchObject({ email: ADMIN_EMAIL, password: 'short' });
  panel.set('password', PASSWORD);
  expect(panel.$errors.get()['password']).toBeUndefined();
  expect(panel.isClosed()).toBe(false);
});

test('what only somebody else has changed stays; a field that both changed asks', async () => {
  const admin = await createStored();
  await backend().api.patch(`/api/admins/${admin.id}`, { avatar: 9 });
  const first = open(admin);
  first.set('email', 'mine@example.com');
  expect(await first.save()).toBe(true);
  expect(await storedAdmin(admin.id)).toMatchObject({ email: 'mine@example.com', avatar: 9 });

  const second = open(admin);
  second.set('email', 'later@example.com');
  second.set('avatar', 2);
  const [question] = await Promise.all([answerQuestion(false), second.save()]);
  expect(question).toBe(
    '- Email: Another administrator changed this to “mine@example.com”.\n' +
      '- Avatar: Another administrator changed this to avatar 9.\n\nDo you really want to replace this?',
  );
  expect(second.$errors.get()).toEqual({
    email: 'Another administrator changed this to “mine@example.com”. Saving again replaces it.',
    avatar: 'Another administrator changed this to avatar 9. Saving again replaces it.',
  });
  expect(second.$values.get()).toMatchObject({ email: 'later@example.com', avatar: 2 });
  expect(await storedAdmin(admin.id)).toMatchObject({ email: 'mine@example.com', avatar: 9 });
  expect(await second.save()).toBe(true);
  expect(await storedAdmin(admin.id)).toMatchObject({ email: 'later@example.com', avatar: 2 });
});

test('a password that another administrator may have changed meanwhile asks', async () => {
  const admin = await createStored();
  const panel = open(admin);
  await backend().api.patch(`/api/admins/${admin.id}`, {
    password: 'theirs-1234',
    passwordConfirm: 'theirs-1234',
  });
  panel.edit((values) => ({
    ...values,
    changePassword: true,
    password: PASSWORD,
    passwordConfirm: PASSWORD,
  }));
  const [question] = await Promise.all([answerQuestion(false), panel.save()]);
  expect(question).toBe(
    '- Password: Another administrator may have changed this, too.\n\nDo you really want to replace this?',
  );
  expect(panel.$values.get()).toMatchObject({ password: PASSWORD, passwordConfirm: PASSWORD });
  expect(await canSignIn(admin.email, 'theirs-1234')).toBe(true);
  expect(await panel.save()).toBe(true);
  expect(await canSignIn(admin.email, PASSWORD)).toBe(true);
});

test('a lost response is not taken for another administrator', async () => {
  const admin = await createStored();
  const panel = open(admin);
  panel.set('email', 'lost@example.com');
  const restore = loseResponses(isSave);
  expect(await panel.save()).toBe(false);
  restore();
  expect(panel.isClosed()).toBe(false);
  panel.set('email', 'found@example.com');
  expect(await panel.save()).toBe(true);
  expect((await storedAdmin(admin.id)).email).toBe('found@example.com');
});

test('an admin that was deleted elsewhere is a state of the panel; what was typed stays', async () => {
  const admin = await createStored();
  await openAdmins();
  const panel = open(admin);
  panel.set('email', 'late@example.com');
  await backend().api.delete(`/api/admins/${admin.id}`);
  expect(await panel.save()).toBe(false);
  expect(panel.$isGone.get()).toBe(true);
  expect(panel.$canSave.get()).toBe(false);
  expect(panel.$values.get().email).toBe('late@example.com');
  expect(toasts()).toEqual([]);
  await until($admins, (load) => load.state === 'ready' && load.items.length === 1 && !load.loading);
});

test('a response that does not have the admin is a failure and changes nothing', async () => {
  const admin = await createStored();
  const panel = open(admin);
  panel.set('email', 'proxy@example.com');
  const restore = answerRequests(isRead, () => new Response('<html>', { status: 200 }));
  expect(await panel.save()).toBe(false);
  restore();
  expect(toasts()).toEqual([UNREADABLE_MESSAGE]);
  expect(panel.$base.get().email).toBe(admin.email);
  expect(await panel.save()).toBe(true);
});

test('[AD-14][AU-03][SH-04] editing oneself changes the stored session', async () => {
  const own = $admin.get();
  if (!own) throw new Error('Signed out.');
  const panel = open(await storedAdmin(own.id));
  panel.set('avatar', 5);
  expect(await panel.save()).toBe(true);
  expect($admin.get()?.avatar).toBe(5);
  expect(browser.storage.get('pocketbase_auth')).toContain('"avatar":5');
  await backend().api.patch(`/api/admins/${own.id}`, { avatar: 0 });
});

test('[AU-05] changing the own password keeps the administrator signed in', async () => {
  const { id, email } = await createStored();
  await signIn(email, PASSWORD);
  await openAdmins();
  const before = $session.get()?.token;
  browser.storage.set(FILE_TOKEN_KEY, await requestFileToken());
  const panel = open(await storedAdmin(id));
  panel.set('changePassword', true);
  panel.set('password', 'another-word-2');
  panel.set('passwordConfirm', 'another-word-2');
  expect(await panel.save()).toBe(true);
  expect($session.get()?.token).not.toBe(before);
  expect($admin.get()?.id).toBe(id);
  // The backend refuses it now, and each protected file with it.
  expect(browser.storage.has(FILE_TOKEN_KEY)).toBe(false);
  await loaded();
  expect(toasts()).toEqual(['Successfully updated admin.']);
  expect(JSON.stringify([...browser.storage])).not.toContain('another-word-2');
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
});

test('[AU-05] if no new token can be had, the session ends and says why', async () => {
  const { id, email } = await createStored();
  await signIn(email, PASSWORD);
  await openAdmins();
  const panel = open(await storedAdmin(id));
  panel.set('changePassword', true);
  panel.set('password', 'another-word-2');
  panel.set('passwordConfirm', 'another-word-2');
  const restore = rejectRequests(({ path }) => path.endsWith('/auth-with-password'), 'Busy.', 500);
  await panel.save();
  restore();
  expect($session.get()).toBeUndefined();
  expect($route.get()?.name).toBe('login');
  expect(typedToasts()).toContain('info: Your password was changed. Please sign in again.');
});

test('[AD-14][AU-03] deleting oneself ends the session on the sign-in', async () => {
  const { id, email } = await createStored();
  await signIn(email, PASSWORD);
  await openAdmins();
  const panel = open(await storedAdmin(id));
  const [question] = await Promise.all([answerQuestion(true), panel.remove()]);
  expect(question).toBe('Do you really want to delete the selected admin?');
  expect($session.get()).toBeUndefined();
  expect($route.get()?.name).toBe('login');
  expect(browser.storage.get('pocketbase_auth')).toBeUndefined();
  expect(toasts()).toEqual(['Successfully deleted admin.']);
});

test('[AD-13] the last admin can’t be deleted, and the backend says why', async () => {
  const own = $admin.get();
  if (!own) throw new Error('Signed out.');
  const panel = open(await storedAdmin(own.id));
  await Promise.all([answerQuestion(true), panel.remove()]);
  expect(toasts()).toEqual(['Failed to delete admin.']);
  expect(panel.isClosed()).toBe(false);
  expect($session.get()?.admin.id).toBe(own.id);
});

test('a deletion whose response was lost is done when it is tried again; a 404 is an error otherwise', async () => {
  const remove = async (panel: AdminPanel) => {
    const removing = panel.remove();
    expect($question.get()).toMatchObject({
      text: 'Do you really want to delete the selected admin?',
      loss: `${panel.$admin.get()?.email} can no longer sign in.`,
    });
    await Promise.all([answerQuestion(true), removing]);
    return panel.isClosed();
  };
  const admin = await createStored();
  await refreshAdmins();
  const panel = open(admin);
  const restore = loseResponses(({ method }) => method === 'DELETE');
  expect(await remove(panel)).toBe(false);
  restore();
  await until($admins, (load) => load.state === 'ready' && !load.items.some(({ id }) => id === admin.id));
  expect(toasts()).not.toContain('Successfully deleted admin.');
  const { sent, stop } = watchRequests();
  expect(await remove(panel)).toBe(true);
  expect(typedToasts()).toContain('success: Successfully deleted admin.');
  // The list follows.
  expect(sent.at(-1)).toBe('GET /api/admins');
  stop();
  const gone = await createStored();
  await refreshAdmins();
  const other = open(gone);
  await backend().api.delete(`/api/admins/${gone.id}`);
  expect(await remove(other)).toBe(false);
  expect(other.$isGone.get()).toBe(true);
  await until($admins, (load) => load.state === 'ready' && !load.items.some(({ id }) => id === gone.id));
});

test('a draft has no password; it is offered again and belongs to the admin who typed it', async () => {
  const admin = await createStored();
  const panel = open(admin);
  panel.set('email', 'draft@example.com');
  panel.set('changePassword', true);
  panel.set('password', 'typed-secret-3');
  panel.dispose();
  expect(draft(admin.id)).toContain('draft@example.com');
  expect(JSON.stringify([...browser.storage, ...browser.tabStorage])).not.toContain('typed-secret-3');
  const again = open(admin);
  expect(again.$values.get().email).toBe(admin.email);
  again.restoreDraft();
  expect(again.$values.get()).toMatchObject({
    email: 'draft@example.com',
    changePassword: false,
    password: '',
  });
  again.dispose();

  await signIn(admin.email, PASSWORD);
  const other = open(admin);
  expect(other.$offeredDraft.get()).toBeUndefined();
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
});

test('[AD-12] closing with changes asks; Yes forgets them', async () => {
  const panel = open();
  expect(await panel.close()).toBe(true);
  const dirty = open();
  dirty.set('email', 'typed@example.com');
  const [question, isClosed] = await Promise.all([answerQuestion(false), dirty.close()]);
  expect(question).toBe('You have unsaved changes. Do you really want to close the panel?');
  expect(isClosed).toBe(false);
  expect(dirty.$values.get().email).toBe('typed@example.com');
  expect((await Promise.all([answerQuestion(true), dirty.close()]))[1]).toBe(true);
  expect(draft()).toBeUndefined();
});

test('a saved password is hidden again; one that is typed during the save stays visible for the next one', async () => {
  const admin = await createStored();
  const panel = open(admin);
  const setPassword = (password: string) => {
    panel.set('changePassword', true);
    panel.set('password', password);
    panel.set('passwordConfirm', password);
  };
  const saveWhile = async (type: () => void) => {
    const { arrived, release } = holdRequests(isSave);
    const saved = panel.save();
    await arrived;
    type();
    release();
    expect(await saved).toBe(true);
    expect(panel.isClosed()).toBe(false);
    const { changePassword, password } = panel.$values.get();
    return [changePassword, password];
  };
  setPassword('another-word-2');
  expect(await saveWhile(() => panel.set('avatar', 5))).toEqual([false, '']);
  expect(await saveWhile(() => setPassword('another-word-3'))).toEqual([true, 'another-word-3']);
  expect(await panel.save()).toBe(true);
  expect(await canSignIn(admin.email, 'another-word-3')).toBe(true);
});

test('after a lost response the list shows what the backend has', async () => {
  const panel = open();
  panel.set('email', 'lost@example.com');
  panel.set('password', PASSWORD);
  panel.set('passwordConfirm', PASSWORD);
  const restore = loseResponses(isSave);
  expect(await panel.save()).toBe(false);
  restore();
  await until(
    $admins,
    (load) => load.state === 'ready' && load.items.some(({ email }) => email === 'lost@example.com'),
  );
  expect(panel.isClosed()).toBe(false);
});

/** Saves a new admin, and loses the response or the request. */
async function loseNew(email: string, lose: () => () => void) {
  const panel = open();
  panel.set('email', email);
  panel.set('avatar', 3);
  panel.set('password', PASSWORD);
  panel.set('passwordConfirm', PASSWORD);
  const restore = lose();
  expect(await panel.save()).toBe(false);
  restore();
  bodies.length = 0;
  return panel;
}

const FOUND = /^The last try got no response, but an admin with this email is stored: created \d{4}-/;

test('a new admin whose response was lost is found, and not sent again', async () => {
  const panel = await loseNew('found@example.com', () => loseResponses(isSave));
  const [question, isSaved] = await Promise.all([answerQuestion(true), panel.save()]);
  expect(question).toMatch(FOUND);
  expect(isSaved).toBe(true);
  expect(bodies).toEqual([]);
  expect(typedToasts()).toContain('success: Successfully created admin.');
  expect(panel.isClosed()).toBe(true);
  expect(draft()).toBeUndefined();
});

test('what was typed since a lost response is saved in the admin that was found', async () => {
  const panel = await loseNew('typo@example.com', () => loseResponses(isSave));
  panel.set('email', 'corrected@example.com');
  const [, isSaved] = await Promise.all([answerQuestion(true), panel.save()]);
  expect([isSaved, panel.isClosed()]).toEqual([true, false]);
  expect(panel.$admin.get()?.email).toBe('typo@example.com');
  expect(await panel.save()).toBe(true);
  expect(bodies).toEqual([{ email: 'corrected@example.com', avatar: 3 }]);
  expect(await canSignIn('corrected@example.com', PASSWORD)).toBe(true);
});

test('No to the admin that was found leaves it alone, and the email is refused beside its field', async () => {
  const panel = await loseNew('declined@example.com', () => loseResponses(isSave));
  const [, isSaved] = await Promise.all([answerQuestion(false), panel.save()]);
  expect([isSaved, panel.isClosed(), panel.$admin.get()]).toEqual([false, false, undefined]);
  expect(await panel.save()).toBe(false);
  expect(panel.$errors.get()['email']).toBeTruthy();
});

test('an admin who was there before is not taken for the one whose response was lost', async () => {
  const { id, email } = await createStored();
  await backend().api.patch(`/api/admins/${id}`, { avatar: 3 });
  await refreshAdmins();
  const panel = await loseNew(email, () => rejectRequests(isSave, 'Bad gateway.', 502));
  expect(await panel.save()).toBe(false);
  expect($question.get()).toBeUndefined();
  expect(panel.$errors.get()['email']).toBeTruthy();
});

test('who stops waiting for a save is warned, and the list shows what the backend has', async () => {
  const admin = await createStored();
  const panel = open(admin);
  panel.set('avatar', 5);
  const reads = holdRequests(isRead);
  const first = panel.save();
  await reads.arrived;
  const watched = watchRequests();
  panel.stopWaiting();
  expect(await first).toBe(false);
  expect([watched.sent, toasts()]).toEqual([[], []]);
  watched.stop();
  reads.release();
  const saves = holdRequests(isSave, 'responses');
  const second = panel.save();
  await saves.arrived;
  panel.stopWaiting();
  expect(await second).toBe(false);
  saves.release();
  expect(toasts()).toEqual(['Stopped waiting. Your changes may still have been saved.']);
  await until($admins, (load) => load.state === 'ready' && load.items.some(({ avatar }) => avatar === 5));
});

test('[AD-07][SH-07] opens one panel at a time, which another screen closes', async () => {
  const admin = await createStored();
  await refreshAdmins();
  const stop = startPanels();
  openListed('unknown');
  expect($panels.get()).toHaveLength(0);
  openListed(admin.id);
  openNew();
  expect($panels.get().map((panel) => panel.$admin.get()?.id)).toEqual([admin.id]);
  expect(browser.asksOnUnload()).toBe(false);
  $panels.get()[0]?.set('avatar', 8);
  expect(browser.asksOnUnload()).toBe(true);
  browser.storage.delete('pocketbase_auth');
  browser.storeElsewhere(null);
  expect($panels.get()).toHaveLength(0);
  expect(browser.asksOnUnload()).toBe(false);
  stop();
});

test('a panel whose code is fetched opens only where it was asked for, and can be given up', async () => {
  const admin = await createStored();
  await refreshAdmins();
  const left = openNewAdmin();
  expect($isPanelNeeded.get()).toBe(true);
  go('logs');
  await left;
  expect($panels.get()).toEqual([]);
  await openAdmins();
  await openAdmin(admin.id);
  expect($panels.get().map((panel) => panel.$admin.get()?.id)).toEqual([admin.id]);
  cancelPanel();
  expect([$isPanelNeeded.get(), $panels.get()]).toEqual([false, []]);
  await openNewAdmin();
  expect($panels.get().map((panel) => panel.$admin.get())).toEqual([undefined]);
  cancelPanel();
});
