import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isObject, members } from '#domain/app/lenient.ts';
import { mailForm as form } from '#stores/settings/mail.ts';
import { answerQuestion, backend, browser, toasts } from '../records/record-fixture.ts';
import { openMail, resetMail } from './mail-fixture.ts';

interface Settings {
  readonly meta: { readonly appName: string; readonly senderName: string };
  readonly smtp: Readonly<Record<string, unknown>>;
}

const load = () => backend().api.get<Settings>('/api/settings');
let original: { readonly meta: object };
let leave: () => void = () => {};

/** The stored password, which the API masks: only the database has it. */
function storedPassword(): unknown {
  const [row] = backend().sql("SELECT value FROM _params WHERE key = 'settings'");
  const settings: unknown = JSON.parse(String(row?.['value']));
  return isObject(settings) && isObject(settings['smtp']) ? settings['smtp']['password'] : undefined;
}

/** The bodies of requests that save settings. */
const bodies: unknown[] = [];
const send = globalThis.fetch;

beforeAll(async () => {
  original = { meta: (await load()).meta };
});
beforeEach(async () => {
  await resetMail(backend().api, original);
  bodies.length = 0;
  globalThis.fetch = (url, init) => {
    if (init?.method === 'PATCH') bodies.push(JSON.parse(String(init.body)));
    return send(url, init);
  };
});
afterEach(() => {
  leave();
  globalThis.fetch = send;
  for (const key of browser.storage.keys()) if (key.startsWith('settings_draft')) browser.storage.delete(key);
});

test('[SM-10][SM-12] an untouched page is unchanged, although no AUTH method is stored', async () => {
  leave = await openMail();
  expect(form.$values.get()['smtp.authMethod']).toBe('');
  expect(form.$isDirty.get()).toBe(false);
  expect(await form.save()).toBe(false);
  expect(bodies).toEqual([]);
});

test('[SM-13] saving sends meta and smtp only, and what the page does not show stays', async () => {
  leave = await openMail();
  const before = await load();
  form.set('mail.sender.name', 'Help');
  expect(await form.save()).toBe(true);
  expect(toasts()).toEqual(['Successfully saved mail settings.']);
  const meta = { ...before.meta, senderName: 'Help' };
  expect(bodies).toEqual([{ meta, smtp: before.smtp }]);
  // The order of the members, too.
  expect(JSON.stringify(bodies[0])).toBe(JSON.stringify({ meta, smtp: before.smtp }));
  expect(await load()).toEqual({ ...before, meta });
});

test('[SM-11][SM-13] a stored password is kept, replaced or removed, and never sent as its mask', async () => {
  leave = await openMail();
  form.set('smtp.password', 'first secret');
  expect(await form.save()).toBe(true);
  expect(form.$values.get()['smtp.password']).toEqual({ kept: 'set' });
  expect(storedPassword()).toBe('first secret');

  form.set('mail.sender.name', 'Help');
  expect(await form.save()).toBe(true);
  expect(storedPassword()).toBe('first secret');

  form.set('smtp.password', 'second secret');
  form.cancel();
  expect(form.$values.get()['smtp.password']).toEqual({ kept: 'set' });
  form.set('smtp.password', 'third secret');
  expect(await form.save()).toBe(true);
  expect(storedPassword()).toBe('third secret');

  form.set('smtp.password', '');
  void answerQuestion(true);
  expect(await form.save()).toBe(true);
  expect(storedPassword()).toBe('');

  const sent = bodies.map((body) => members(members(body)['smtp']));
  expect(sent.map((smtp) => smtp['password'])).toEqual(['first secret', undefined, 'third secret', '']);
  expect(sent.map((smtp) => Object.hasOwn(smtp, 'password'))).toEqual([true, false, true, true]);
});

test('[SM-07][ER-07] the backend refuses templates without a required placeholder, with a message at the field', async () => {
  leave = await openMail();
  form.set('templates.verification.actionUrl', 'https://example.com');
  form.set('templates.passwordReset.body', '<p>Nothing to press.</p>');
  form.set('templates.emailChange.body', '');
  expect(await form.save()).toBe(false);
  expect(form.$errors.get()).toEqual({
    'templates.verification.actionUrl': 'Missing required parameter "{TOKEN}".',
    'templates.passwordReset.body': 'Missing required parameter "{ACTION_URL}".',
    'templates.emailChange.body': 'Cannot be blank.',
  });
  form.set('templates.passwordReset.body', '{ACTION_URL}');
  expect(Object.keys(form.$errors.get()).toSorted()).toEqual([
    'templates.emailChange.body',
    'templates.verification.actionUrl',
  ]);
});
