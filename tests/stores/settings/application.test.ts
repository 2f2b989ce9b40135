import { afterEach, beforeEach, expect, test } from 'vitest';
import { APPLICATION_FIELDS, APPLICATION_TEXTS } from '#domain/settings/application.ts';
import { $session } from '#stores/app/session.ts';
import { $hidesControls, $settings } from '#stores/app/settings.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { createAdmin, PASSWORD } from '#tests/support/accounts.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import {
  backend,
  changeSettings,
  settingsInDatabase,
  startSettingsTests,
  storedSettings,
  toasts,
  until,
} from '../settings-fixture.ts';

startSettingsTests();

const stops: (() => void)[] = [];
beforeEach(() =>
  changeSettings({ meta: { appName: 'Before', appUrl: 'http://before.test', hideControls: false } }),
);
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The form of the page in one of two browsers. */
async function openPage(draft: string) {
  const form = createSettingsForm({ draft, fields: APPLICATION_FIELDS, saved: APPLICATION_TEXTS.saved });
  stops.push(form.start());
  await until(form.$state, (state) => state === 'ready');
  return form;
}

/** A second administrator. */
async function otherAdmin() {
  const { email } = await createAdmin(backend());
  return createAdminApi(backend().url, { email, password: PASSWORD });
}

const meta = async () => (await storedSettings())['meta'];

test('[SA-05] saves the whole meta section, and the shell follows at once', async () => {
  const templates = (await meta())?.['verificationTemplate'];
  const form = await openPage('application');
  form.set('application.name', 'Acme');
  form.set('application.hidesControls', true);
  expect(await form.save()).toBe(true);
  expect(await meta()).toMatchObject({
    appName: 'Acme',
    hideControls: true,
    verificationTemplate: templates,
  });
  expect($settings.get()).toEqual({ name: 'Acme', hidesControls: true, isLogOff: false });
  expect($hidesControls.get()).toBe(true);
  expect(toasts()).toEqual(['Successfully saved application settings.']);
});

test('[SA-02] the backend refuses an empty name and a wrong address, each with a message at its field', async () => {
  const form = await openPage('application');
  form.set('application.name', '');
  form.set('application.url', 'no address');
  expect(await form.save()).toBe(false);
  expect(Object.keys(form.$errors.get()).toSorted()).toEqual(['application.name', 'application.url']);
  expect(form.$values.get()).toMatchObject({ 'application.name': '', 'application.url': 'no address' });
  expect(await meta()).toMatchObject({ appName: 'Before', appUrl: 'http://before.test' });
});

test('another administrator on other pages: every section keeps what was changed there', async () => {
  const other = await otherAdmin();
  const form = await openPage('application');
  form.set('application.name', 'Acme');
  await other.patch('/api/settings', {
    meta: { senderName: 'Other', verificationTemplate: { subject: 'Changed {APP_NAME}' } },
    smtp: { host: 'mail.example.com', password: 'other-secret' },
    logs: { maxDays: 17 },
  });
  expect(await form.save()).toBe(true);
  expect(settingsInDatabase()).toMatchObject({
    meta: {
      appName: 'Acme',
      senderName: 'Other',
      verificationTemplate: { subject: 'Changed {APP_NAME}' },
    },
    smtp: { host: 'mail.example.com', password: 'other-secret' },
    logs: { maxDays: 17 },
  });
});

test('a draft belongs to the administrator who typed it', async () => {
  const form = await openPage('application');
  form.set('application.name', 'Typed');
  for (const stop of stops.splice(0)) stop();
  const session = $session.get();
  $session.set(session && { ...session, admin: { ...session.admin, id: 'other_admin' } });
  const others = await openPage('application');
  expect(others.$offeredDraft.get()).toBeUndefined();
  others.set('application.name', 'Typed by the other');
  for (const stop of stops.splice(0)) stop();
  $session.set(session);
  const again = await openPage('application');
  expect(again.$offeredDraft.get()?.edits).toEqual({ 'application.name': 'Typed' });
  again.discardDraft();
  expect(again.$values.get()['application.name']).toBe('Before');
});
