import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { flagField, numberField, secretField, textField } from '#domain/app/settings-fields.ts';
import { $question } from '#stores/app/confirm.ts';
import { $isOffline } from '#stores/app/connection.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { signIn } from '#stores/app/session.ts';
import { $settings, startSettings } from '#stores/app/settings.ts';
import { createSettingsForm, type SettingsFormOptions } from '#stores/factories/create-settings-form.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import {
  answerRequests,
  holdRequests,
  loseResponses,
  rejectRequests,
  watchRequests,
} from '../network-fixture.ts';
import {
  answerQuestion,
  browser,
  changeSettings,
  isRead,
  isSave,
  settingsInDatabase,
  startSettingsTests,
  storedSettings,
  toasts,
  until,
} from '../settings-fixture.ts';
import { startStores } from '../start-stores.ts';

startSettingsTests();
startStores(() => [startRouting()]);

const FIELDS = {
  'application.name': textField('Application name'),
  'application.hidesControls': flagField('Hide controls'),
  'smtp.host': textField('SMTP server host'),
  'smtp.port': numberField('Port'),
  'smtp.password': secretField('Password'),
  'smtp.authMethod': textField('AUTH method'),
} as const;
const KEY = 'settings_draft_test';

type Options = SettingsFormOptions<typeof FIELDS>;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop();
});

/** Opens a page with the form and waits until it is loaded; it is left after the test or by `leave`. */
async function openPage(options: Partial<Options> = {}) {
  const form = createSettingsForm({ fields: FIELDS, draft: 'test', saved: 'Saved.', ...options });
  const stop = form.start();
  const leave = () => {
    stops.splice(0, stops.length, ...stops.filter((one) => one !== leave));
    stop();
  };
  stops.push(leave);
  await until(form.$state, (state) => state !== 'busy');
  return { form, leave };
}

/** Writes a pending draft, as when the user switches to another tab, and returns it. */
function storedDraft(): Record<string, unknown> | undefined {
  browser.dispatch('hidden');
  const text = browser.storage.get(KEY);
  return text === undefined ? undefined : JSON.parse(text);
}

const meta = async () => (await storedSettings())['meta'];

test('loads the stored values and applies what the page shows of them', async () => {
  await changeSettings({ meta: { appName: 'Fresh' } });
  const { form } = await openPage();
  expect(form.$values.get()).toMatchObject({ 'application.name': 'Fresh', 'smtp.port': 587 });
  expect($settings.get()?.name).toBe('Fresh');
  expect(form.$isDirty.get()).toBe(false);
  expect(form.$canSave.get()).toBe(false);
});

test('a popup reads the settings anew, a page takes over the first request for them', async () => {
  const { sent } = watchRequests();
  stops.push(startSettings());
  await openPage({ isPage: false });
  expect(sent).toEqual(['GET /api/settings', 'GET /api/settings']);
  await openPage();
  expect(sent).toHaveLength(2);
});

test('[API-02] saves whole sections without masked secrets and shows what was stored', async () => {
  await changeSettings({ smtp: { password: 'secret-word', host: 'mail.example.com' } });
  const { form } = await openPage();
  expect(form.$values.get()['smtp.password']).toEqual({ kept: 'set' });
  form.set('application.name', 'New name');
  const { sent } = watchRequests();
  expect(await form.save()).toBe(true);
  expect(sent).toEqual(['GET /api/settings', 'PATCH /api/settings']);
  expect(settingsInDatabase()).toMatchObject({
    meta: { appName: 'New name' },
    smtp: { password: 'secret-word' },
  });
  expect(form.$isDirty.get()).toBe(false);
  expect($settings.get()?.name).toBe('New name');
  expect(typedToasts()).toEqual(['success: Saved.']);
});

test('[SM-11] a new secret is stored, and the form has its mask again', async () => {
  const { form } = await openPage();
  form.set('smtp.password', 'new-secret');
  expect(await form.save()).toBe(true);
  expect(settingsInDatabase()).toMatchObject({ smtp: { password: 'new-secret' } });
  expect(form.$values.get()['smtp.password']).toEqual({ kept: 'set' });
});

test.each(['', 'stored'])(
  'the mask typed over the secret "%s" gets a message before anything is sent',
  async (password) => {
    await changeSettings({ smtp: { password } });
    const { form } = await openPage();
    form.set('application.name', 'typed');
    form.set('smtp.password', '******');
    const { sent } = watchRequests();
    expect(await form.save()).toBe(false);
    expect(form.$errors.get()).toEqual({
      'smtp.password': 'Enter another value: PocketBase takes ****** for the saved one.',
    });
    expect([sent, toasts()]).toEqual([[], []]);
    expect(form.$values.get()).toMatchObject({ 'application.name': 'typed', 'smtp.password': '******' });
    form.set('smtp.password', '*******');
    expect(await form.save()).toBe(true);
    expect(settingsInDatabase()).toMatchObject({ smtp: { password: '*******' } });
  },
);

test('a text that looks like a mask is stored in a field that is no secret', async () => {
  const { form } = await openPage();
  form.set('application.name', '******');
  expect(await form.save()).toBe(true);
  expect(await meta()).toMatchObject({ appName: '******' });
});

test('two administrators on two pages: what only one changed stays', async () => {
  const first = await openPage({ draft: 'one' });
  const second = await openPage({ draft: 'two' });
  first.form.set('application.name', 'by the first');
  second.form.set('application.hidesControls', true);
  second.form.set('smtp.host', 'mail.example.com');
  expect(await first.form.save()).toBe(true);
  expect(await second.form.save()).toBe(true);
  expect($question.get()).toBeUndefined();
  expect(await storedSettings()).toMatchObject({
    meta: { appName: 'by the first', hideControls: true },
    smtp: { host: 'mail.example.com' },
  });
  expect(second.form.$values.get()['application.name']).toBe('by the first');
});

test('a field that both changed asks: No keeps the typed value and shows the other, saving again replaces it', async () => {
  const { form } = await openPage();
  form.set('application.name', 'mine');
  form.set('smtp.host', 'mine.example.com');
  await changeSettings({ meta: { appName: 'theirs' }, smtp: { port: 2525 } });
  const { sent } = watchRequests();
  const saving = form.save();
  expect(await answerQuestion(false)).toBe(
    '- Application name: Another administrator changed this to “theirs”.\n\nDo you really want to replace this?',
  );
  expect(await saving).toBe(false);
  expect(sent).toEqual(['GET /api/settings']);
  expect(toasts()).toEqual([]);
  expect(await meta()).toMatchObject({ appName: 'theirs' });
  expect(form.$values.get()).toMatchObject({
    'application.name': 'mine',
    'smtp.host': 'mine.example.com',
    'smtp.port': 2525,
  });
  expect(form.$errors.get()).toEqual({
    'application.name': 'Another administrator changed this to “theirs”. Saving again replaces it.',
  });
  expect(storedDraft()).toMatchObject({ 'application.name': 'mine', 'smtp.host': 'mine.example.com' });
  expect(await form.save()).toBe(true);
  expect(await storedSettings()).toMatchObject({
    meta: { appName: 'mine' },
    smtp: { host: 'mine.example.com', port: 2525 },
  });
});

test('Yes replaces, and a refused save does not ask again', async () => {
  const { form } = await openPage();
  form.set('application.name', 'mine');
  await changeSettings({ meta: { appName: 'theirs' } });
  const accept = rejectRequests(isSave, 'Refused.');
  const saving = form.save();
  await answerQuestion(true);
  expect(await saving).toBe(false);
  accept();
  expect(toasts()).toEqual(['Refused.']);
  expect(await form.save()).toBe(true);
  expect(await meta()).toMatchObject({ appName: 'mine' });
});

test('a change after the answer asks again', async () => {
  const { form } = await openPage();
  form.set('application.name', 'mine');
  await changeSettings({ meta: { appName: 'theirs' } });
  const saving = form.save();
  await answerQuestion(false);
  await saving;
  await changeSettings({ meta: { appName: 'theirs again' } });
  const again = form.save();
  expect(await answerQuestion(true)).toContain('theirs again');
  expect(await again).toBe(true);
  expect(await meta()).toMatchObject({ appName: 'mine' });
});

test('the same change by both does not ask', async () => {
  const { form } = await openPage();
  form.set('application.name', 'same');
  form.set('application.hidesControls', true);
  await changeSettings({ meta: { appName: 'same' } });
  expect(await form.save()).toBe(true);
  expect(await meta()).toMatchObject({ appName: 'same', hideControls: true });
});

test('a default that the user did not choose gives way to what another administrator stored', async () => {
  const { form } = await openPage({
    baseOf: (stored) => ({ ...stored, 'smtp.authMethod': stored['smtp.authMethod'] || 'PLAIN' }),
  });
  expect(form.$values.get()['smtp.authMethod']).toBe('PLAIN');
  expect(form.$isDirty.get()).toBe(false);
  form.set('application.name', 'mine');
  await changeSettings({ smtp: { authMethod: 'LOGIN' } });
  expect(await form.save()).toBe(true);
  expect(await storedSettings()).toMatchObject({ meta: { appName: 'mine' }, smtp: { authMethod: 'LOGIN' } });
  expect(form.$values.get()['smtp.authMethod']).toBe('LOGIN');
});

test('suggested values count as typed', async () => {
  const { form } = await openPage({ suggest: (base) => ({ ...base, 'smtp.host': 'suggested' }) });
  expect(form.$isDirty.get()).toBe(true);
  expect(storedDraft()).toBeUndefined();
  form.set('application.name', 'mine');
  expect(storedDraft()).toMatchObject({ 'application.name': 'mine' });
  expect(storedDraft()).not.toHaveProperty(['smtp.host']);
  form.cancel();
  expect(form.$values.get()['smtp.host']).toBe(form.$base.get()['smtp.host']);
});

test.each(['requests', 'responses'] as const)(
  'what is typed while the save waits (%s) stays, also in the draft',
  async (what) => {
    const { form } = await openPage();
    form.set('application.name', 'sent');
    const { arrived, release } = holdRequests(isSave, what);
    const saving = form.save();
    await arrived;
    form.set('application.name', 'typed later');
    form.set('smtp.host', 'later.example.com');
    release();
    expect(await saving).toBe(true);
    expect(await meta()).toMatchObject({ appName: 'sent' });
    expect(form.$values.get()).toMatchObject({
      'application.name': 'typed later',
      'smtp.host': 'later.example.com',
    });
    expect(form.$base.get()).toMatchObject({ 'application.name': 'sent' });
    expect(form.$canSave.get()).toBe(true);
    expect(storedDraft()).toMatchObject({
      'application.name': 'typed later',
      'smtp.host': 'later.example.com',
    });
  },
);

test('a value that is put back while the settings are read again stays, whatever others have stored', async () => {
  await changeSettings({ meta: { appName: 'before', hideControls: false } });
  const { form } = await openPage();
  form.set('application.name', 'typed');
  form.set('application.hidesControls', true);
  await changeSettings({ meta: { hideControls: true } });
  const { arrived, release } = holdRequests(isRead, 'responses');
  const saving = form.save();
  await arrived;
  form.set('application.hidesControls', false);
  release();
  expect(await saving).toBe(true);
  expect(await meta()).toMatchObject({ appName: 'typed', hideControls: true });
  expect([form.$values.get()['application.hidesControls'], form.$isDirty.get()]).toEqual([false, true]);
});

test('what is typed while the settings are read again is not sent with the save before', async () => {
  const { form } = await openPage();
  form.set('application.name', 'sent');
  const { arrived, release } = holdRequests(isRead);
  const saving = form.save();
  await arrived;
  form.set('application.name', 'typed later');
  release();
  expect(await saving).toBe(true);
  expect(await meta()).toMatchObject({ appName: 'sent' });
  expect(form.$values.get()['application.name']).toBe('typed later');
  expect(form.$isDirty.get()).toBe(true);
});

const html = () => new Response('<html>Maintenance</html>', { headers: { 'Content-Type': 'text/html' } });
const cut = () => new Response('{"meta":{"appName":', { headers: { 'Content-Type': 'application/json' } });
const empty = () => Response.json({});

test.each([
  ['HTML', html],
  ['a response that was cut', cut],
  ['an empty object', empty],
])('%s in place of the settings fails: nothing is emptied', async (_what, answer) => {
  await changeSettings({ smtp: { host: 'mail.example.com', port: 25 } });
  const recover = answerRequests(isRead, answer);
  const { form } = await openPage();
  expect(form.$state.get()).toBe('failed');
  expect(toasts()).toEqual(['The response is incomplete or not from PocketBase.']);
  recover();
  await form.load();
  expect(form.$values.get()['smtp.host']).toBe('mail.example.com');

  form.set('application.name', 'typed');
  const recoverRead = answerRequests(isRead, answer);
  const { sent } = watchRequests();
  expect(await form.save()).toBe(false);
  expect(sent).toEqual(['GET /api/settings']);
  recoverRead();
  const recoverSave = answerRequests(isSave, answer);
  expect(await form.save()).toBe(false);
  expect(toasts().at(-1)).toBe(
    'The response is incomplete or not from PocketBase. The request may still have worked.',
  );
  recoverSave();
  expect(form.$values.get()).toMatchObject({ 'application.name': 'typed', 'smtp.host': 'mail.example.com' });
  expect(await form.save()).toBe(true);
  expect(await storedSettings()).toMatchObject({
    meta: { appName: 'typed' },
    smtp: { host: 'mail.example.com', port: 25 },
  });
});

test('a section that the backend does not return is not overwritten with empty values', async () => {
  await changeSettings({ smtp: { host: 'mail.example.com', port: 25 } });
  const { form } = await openPage();
  const { smtp: _, ...rest } = await storedSettings();
  const recover = answerRequests(isRead, () => Response.json(rest));
  form.set('application.name', 'typed');
  expect(await form.save()).toBe(true);
  recover();
  expect(await storedSettings()).toMatchObject({
    meta: { appName: 'typed' },
    smtp: { host: 'mail.example.com', port: 25 },
  });
});

test('[SM-11] asks before a save removes a saved secret, and keeps it after No', async () => {
  await changeSettings({ smtp: { password: 'stored' } });
  const { form } = await openPage();
  form.set('smtp.password', '');
  form.set('application.name', 'typed');
  const question = answerQuestion(false);
  expect(await form.save()).toBe(false);
  expect(await question).toBe('Do you really want to remove the saved “Password”?');
  expect(form.$values.get()).toMatchObject({ 'application.name': 'typed', 'smtp.password': { kept: 'set' } });
  expect(toasts()).toEqual([]);
  expect(await form.save()).toBe(true);
  expect(settingsInDatabase()).toMatchObject({ meta: { appName: 'typed' }, smtp: { password: 'stored' } });

  form.set('smtp.password', '');
  void answerQuestion(true);
  expect(await form.save()).toBe(true);
  expect(settingsInDatabase()).toMatchObject({ smtp: { password: '' } });
});

test.each([1.5, 1e300, -0.5])(
  '[TK-03] the number %d gets a message before anything is sent',
  async (port) => {
    const { form } = await openPage();
    const { sent } = watchRequests();
    form.set('smtp.port', port);
    expect(await form.save()).toBe(false);
    expect(form.$errors.get()).toEqual({ 'smtp.port': 'Enter a valid whole number.' });
    expect(sent).toEqual([]);
    expect(form.$values.get()['smtp.port']).toBe(port);
    form.set('smtp.port', 25);
    expect(form.$errors.get()).toEqual({});
    expect(await form.save()).toBe(true);
  },
);

test('a save whose code can’t be fetched says so, keeps what was typed, and works when it can', async () => {
  const { form } = await openPage();
  form.set('smtp.password', 'typed-secret');
  const { sent } = watchRequests();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.doMock('#stores/factories/fields-session.ts', () => Promise.reject(new Error('no connection')));
  expect(await form.save()).toBe(false);
  expect(typedToasts()).toEqual([
    'error: The code for saving could not be loaded. Check your connection, then try again.',
  ]);
  expect(sent).toEqual([]);
  expect(form.$values.get()['smtp.password']).toBe('typed-secret');
  expect(form.$canSave.get()).toBe(true);
  vi.doUnmock('#stores/factories/fields-session.ts');
  log.mockRestore();
  expect(await form.save()).toBe(true);
  expect(settingsInDatabase()).toMatchObject({ smtp: { password: 'typed-secret' } });
});

test('[AP-08] a form that is emptied as a whole is saved without a question', async () => {
  await changeSettings({ smtp: { password: 'stored', host: 'mail.example.com' } });
  const { 'smtp.host': host, 'smtp.password': password } = FIELDS;
  const form = createSettingsForm({ fields: { 'smtp.host': host, 'smtp.password': password } });
  stops.push(form.start());
  await until(form.$state, (state) => state !== 'busy');
  form.set('smtp.host', '');
  form.set('smtp.password', '');
  expect(await form.save()).toBe(true);
  expect(settingsInDatabase()).toMatchObject({ smtp: { password: '', host: '' } });
});

/** Saves the settings, then fails as a fault of the page would. */
function failAfterSaves() {
  const client = api();
  const send = client.send.bind(client);
  const spy = vi.spyOn(client, 'send').mockImplementation(async (path, options) => {
    const response = await send(path, options);
    if (options.method === 'PATCH') throw new TypeError('x is undefined');
    // The rest of the page still works.
    return response as never;
  });
  return () => spy.mockRestore();
}

test.each([
  ['the response is lost', () => loseResponses(isSave)],
  ['the page has a fault', failAfterSaves],
])('typed values stay and can be saved again when %s after a save', async (_when, fail) => {
  const { form } = await openPage();
  form.set('application.name', 'typed');
  form.set('smtp.password', 'typed-secret');
  const recover = fail();
  expect(await form.save()).toBe(false);
  recover();
  expect(toasts()).toHaveLength(1);
  expect(form.$values.get()).toMatchObject({ 'application.name': 'typed', 'smtp.password': 'typed-secret' });
  form.set('application.name', 'typed again');
  // These are the user's own values: no other administrator changed anything.
  expect(await form.save()).toBe(true);
  expect(settingsInDatabase()).toMatchObject({
    meta: { appName: 'typed again' },
    smtp: { password: 'typed-secret' },
  });
});

test('after a save without a response, Cancel leaves nothing to save', async () => {
  const { form } = await openPage();
  form.set('application.name', 'sent');
  const recover = loseResponses(isSave);
  expect(await form.save()).toBe(false);
  recover();
  form.cancel();
  expect([form.$isDirty.get(), form.$canSave.get()]).toEqual([false, false]);
});

test('a value that is put back after a save without a response can be saved', async () => {
  await changeSettings({ meta: { appName: 'before' }, smtp: { password: '' } });
  const { form } = await openPage();
  form.set('application.name', 'sent');
  form.set('smtp.password', 'sent-secret');
  const recover = loseResponses(isSave);
  expect(await form.save()).toBe(false);
  recover();
  form.set('application.name', 'before');
  form.set('smtp.password', '');
  expect([form.$isDirty.get(), form.$canSave.get()]).toEqual([true, true]);
  await changeSettings({ meta: { hideControls: true } });
  expect(await form.save()).toBe(true);
  expect(settingsInDatabase()).toMatchObject({
    meta: { appName: 'before', hideControls: true },
    smtp: { password: '' },
  });
  expect(form.$isDirty.get()).toBe(false);
});

test('a value that is put back during a save counts as a change only if the backend may have the other', async () => {
  await changeSettings({ meta: { appName: 'before' } });
  const { form } = await openPage();
  const putBackDuring = async (matches: typeof isSave) => {
    form.set('application.name', 'sent');
    const { arrived, release } = holdRequests(matches);
    const saving = form.save();
    await arrived;
    form.set('application.name', 'before');
    release();
    expect(await saving).toBe(false);
  };
  const accept = rejectRequests(isSave, 'Refused.');
  await putBackDuring(isSave);
  accept();
  expect([form.$isDirty.get(), form.$canSave.get()]).toEqual([false, false]);

  const recover = loseResponses(isSave);
  await putBackDuring(isRead);
  recover();
  expect([form.$isDirty.get(), form.$canSave.get()]).toEqual([true, true]);
  expect(await form.save()).toBe(true);
  expect(await meta()).toMatchObject({ appName: 'before' });
});

test.each([
  ['is read', isRead, false],
  ['is saved', isSave, true],
])('the user may stop waiting while it %s; typed values stay', async (_when, matches, mayBeSaved) => {
  const { form } = await openPage();
  form.set('application.name', 'typed');
  const { arrived, release } = holdRequests(matches);
  const saving = form.save();
  await arrived;
  expect(form.stop()).toBe(mayBeSaved);
  expect(await saving).toBe(false);
  release();
  expect(toasts()).toEqual(mayBeSaved ? ['Stopped waiting. Your changes may still have been saved.'] : []);
  expect(form.$values.get()['application.name']).toBe('typed');
  expect(form.$canSave.get()).toBe(true);
  expect(await form.save()).toBe(true);
});

test('the messages of the backend are shown at their fields', async () => {
  const { form } = await openPage();
  form.set('application.name', '');
  expect(await form.save()).toBe(false);
  expect(Object.keys(form.$errors.get())).toEqual(['application.name']);
  // The field has the reason.
  expect(toasts()).toEqual(['Something went wrong while processing your request.']);
  form.set('application.name', 'x');
  expect(form.$errors.get()).toEqual({});
});

test('a draft without secrets survives leaving; it is offered until it is restored', async () => {
  const first = await openPage();
  first.form.set('application.name', 'typed');
  first.form.set('smtp.password', 'typed-secret');
  first.leave();
  expect([...browser.storage.values(), ...browser.tabStorage.values()].join()).not.toContain('typed-secret');
  expect(first.form.$values.get()).toMatchObject({ 'application.name': '', 'smtp.password': '' });

  const { form } = await openPage();
  expect(form.$values.get()['application.name']).not.toBe('typed');
  expect(form.$offeredDraft.get()?.edits).toEqual({ 'application.name': 'typed' });
  form.restoreDraft();
  expect(form.$values.get()['application.name']).toBe('typed');
  expect(form.$isDirty.get()).toBe(true);
  expect(await form.save()).toBe(true);
  expect(storedDraft()).toBeUndefined();
});

test('a restored draft asks before it replaces what somebody else has stored since it was typed', async () => {
  await changeSettings({ meta: { appName: 'before' }, smtp: { host: 'before.example.com', port: 25 } });
  const first = await openPage();
  first.form.set('application.name', 'mine');
  first.form.set('smtp.host', 'mine.example.com');
  first.leave();
  await changeSettings({ meta: { appName: 'theirs' } });
  const second = await openPage();
  second.form.restoreDraft();
  // Also after it was left once more.
  second.leave();
  const { form } = await openPage();
  form.set('smtp.port', 2525);
  form.restoreDraft();
  form.set('application.name', 'still mine');
  const saving = form.save();
  expect(await answerQuestion(false)).toBe(
    '- Application name: Another administrator changed this to “theirs”.\n\nDo you really want to replace this?',
  );
  expect(await saving).toBe(false);
  expect(await meta()).toMatchObject({ appName: 'theirs' });
  expect(form.$values.get()['application.name']).toBe('still mine');
  expect(await form.save()).toBe(true);
  expect(await storedSettings()).toMatchObject({
    meta: { appName: 'still mine' },
    smtp: { host: 'mine.example.com', port: 2525 },
  });
});

test('cancelling a restored draft shows what is stored, and forgets what was stored before', async () => {
  await changeSettings({ meta: { appName: 'before' } });
  const first = await openPage();
  first.form.set('application.name', 'mine');
  first.leave();
  await changeSettings({ meta: { appName: 'theirs' } });
  const { form } = await openPage();
  form.restoreDraft();
  form.cancel();
  expect(form.$values.get()['application.name']).toBe('theirs');
  form.set('application.name', 'mine');
  expect(await form.save()).toBe(true);
  expect(await meta()).toMatchObject({ appName: 'mine' });
});

test('a draft of an older version, which does not say what was stored before, is restored', async () => {
  browser.storage.set(KEY, JSON.stringify({ 'meta.appName': 'typed', 'smtp.password': 'x' }));
  const { form } = await openPage();
  form.restoreDraft();
  expect(form.$values.get()).toMatchObject({ 'application.name': 'typed' });
  expect(await form.save()).toBe(true);
  expect(await meta()).toMatchObject({ appName: 'typed' });
});

test('a draft with the names of an older version is offered, asks, and is kept with today’s', async () => {
  await changeSettings({ meta: { appName: 'theirs' } });
  const text = { 'meta.appName': 'typed', 'smtp.host': 'old.test', '@base': { 'meta.appName': 'before' } };
  browser.storage.set(KEY, JSON.stringify(text));
  const { form, leave } = await openPage();
  form.restoreDraft();
  expect(form.$values.get()).toMatchObject({ 'application.name': 'typed', 'smtp.host': 'old.test' });
  expect(storedDraft()).toMatchObject({
    'application.name': 'typed',
    'smtp.host': 'old.test',
    '@base': { 'application.name': 'before' },
  });
  leave();
  const again = await openPage();
  again.form.restoreDraft();
  const saving = again.form.save();
  expect(await answerQuestion(true)).toContain('“theirs”');
  expect(await saving).toBe(true);
  expect(await storedSettings()).toMatchObject({ meta: { appName: 'typed' }, smtp: { host: 'old.test' } });
});

test('a draft that was stored without a response goes: a later change by others does not bring it back', async () => {
  const { form, leave } = await openPage();
  form.set('application.name', 'typed');
  const recover = loseResponses(isSave);
  expect(await form.save()).toBe(false);
  recover();
  leave();
  const next = await openPage();
  await next.form.load();
  next.leave();
  await changeSettings({ meta: { appName: 'theirs' } });
  const again = await openPage();
  expect(again.form.$offeredDraft.get()).toBeUndefined();
  expect(again.form.$values.get()['application.name']).toBe('theirs');
});

test('an offered draft goes when all of it was stored, and stays while something differs', async () => {
  const first = await openPage();
  first.form.set('application.name', 'typed');
  first.form.set('smtp.host', 'typed.example.com');
  first.leave();
  const { form } = await openPage();
  form.set('application.name', 'typed');
  expect(await form.save()).toBe(true);
  expect(form.$offeredDraft.get()?.edits).toEqual({
    'application.name': 'typed',
    'smtp.host': 'typed.example.com',
  });
  // Somebody else stores the rest.
  await changeSettings({ smtp: { host: 'typed.example.com' } });
  form.set('smtp.port', 25);
  expect(await form.save()).toBe(true);
  expect(form.$offeredDraft.get()).toBeUndefined();
  expect(storedDraft()).toBeUndefined();
});

test('cancelling restores the loaded values and deletes the draft', async () => {
  const { form, leave } = await openPage();
  const before = form.$values.get();
  form.set('application.name', 'typed');
  form.set('smtp.password', 'x');
  expect(storedDraft()).toMatchObject({ 'application.name': 'typed' });
  form.cancel();
  expect(form.$values.get()).toEqual(before);
  leave();
  expect(browser.storage.has(KEY)).toBe(false);
});

test('a full storage is told and no longer told when the page opens again', async () => {
  const { form, leave } = await openPage();
  browser.quota = 1;
  form.set('application.name', 'typed');
  browser.dispatch('hidden');
  expect(form.$isDraftFull.get()).toBe(true);
  leave();
  browser.quota = Number.POSITIVE_INFINITY;
  stops.push(form.start());
  expect(await until(form.$isDraftFull, (isFull) => !isFull)).toBe(false);
});

test.each([
  [403, isRead],
  [403, isSave],
  [401, isRead],
  [401, isSave],
])('status %i during a save keeps the draft', async (status, matches) => {
  const { form, leave } = await openPage();
  form.set('application.name', 'typed');
  const recover = rejectRequests(matches, 'Not allowed.', status);
  expect(await form.save()).toBe(false);
  recover();
  expect(form.$values.get()['application.name']).toBe('typed');
  // The island stops the form when its screen is left.
  leave();
  expect(JSON.parse(browser.storage.get(KEY) ?? '{}')).toMatchObject({ 'application.name': 'typed' });
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
});

test('another tab that saves does not delete the edits of this one', async () => {
  const { form } = await openPage();
  form.set('application.name', 'typed here');
  expect(storedDraft()).toMatchObject({ 'application.name': 'typed here' });
  browser.storeElsewhere(KEY);
  expect(storedDraft()).toMatchObject({ 'application.name': 'typed here' });
});

test('a page that could not be loaded is loaded again when the backend is back, and only then', async () => {
  const recover = loseResponses(isRead);
  const { form, leave } = await openPage();
  recover();
  expect(form.$state.get()).toBe('failed');
  $isOffline.set(true);
  $isOffline.set(false);
  await until(form.$state, (state) => state === 'ready');
  form.set('application.name', 'typed');
  const { sent } = watchRequests();
  $isOffline.set(true);
  $isOffline.set(false);
  expect([sent, form.$values.get()['application.name']]).toEqual([[], 'typed']);
  leave();
});

test('leaving while the page loads is silent, and coming back loads anew', async () => {
  const form = createSettingsForm({ fields: FIELDS, draft: 'test' });
  const { arrived, release } = holdRequests(isRead);
  const stop = form.start();
  await arrived;
  stop();
  const stopAgain = form.start();
  stops.push(stopAgain);
  release();
  await until(form.$state, (state) => state === 'ready');
  expect(form.$values.get()['smtp.port']).toBe(587);
  expect(toasts()).toEqual([]);
});

test('leaving while the question is open closes it without saving', async () => {
  go('settingsApplication');
  const { form, leave } = await openPage();
  form.set('application.name', 'mine');
  await changeSettings({ meta: { appName: 'theirs' } });
  const { sent } = watchRequests();
  const saving = form.save();
  await until($question, (question) => question !== undefined);
  leave();
  expect($question.get()).toBeUndefined();
  expect(await saving).toBe(false);
  expect(sent).toEqual(['GET /api/settings']);
  expect(form.$errors.get()).toEqual({});
  expect(form.$values.get()['application.name']).toBe('');
  expect(await meta()).toMatchObject({ appName: 'theirs' });
});

test('a change of the route answers the question with No', async () => {
  go('settingsApplication');
  const { form } = await openPage({ isPage: false });
  form.set('application.name', 'mine');
  await changeSettings({ meta: { appName: 'theirs' } });
  const saving = form.save();
  await until($question, (question) => question !== undefined);
  // Questions follow the route only while they are shown.
  const shown = $question.listen(() => {});
  go('logs');
  expect(await saving).toBe(false);
  shown();
  expect(await meta()).toMatchObject({ appName: 'theirs' });
});

test('a page with edits asks before another screen and before a reload; a popup does not', async () => {
  go('settingsApplication');
  const page = await openPage();
  expect(browser.asksOnUnload()).toBe(false);
  page.form.set('application.name', 'typed');
  expect(browser.asksOnUnload()).toBe(true);
  page.leave();
  expect(browser.asksOnUnload()).toBe(false);
  const popup = await openPage({ isPage: false });
  popup.form.set('application.name', 'typed');
  expect(browser.asksOnUnload()).toBe(false);
});

test('without a name for drafts nothing is stored', async () => {
  const form = createSettingsForm({ fields: FIELDS });
  stops.push(form.start());
  await until(form.$state, (state) => state === 'ready');
  form.set('application.name', 'typed');
  browser.dispatch('hidden');
  browser.dispatch('pagehide');
  expect([...browser.storage.keys()].filter((key) => key.startsWith('settings_draft_'))).toEqual([]);
});
