import { afterEach, expect, test, vi } from 'vitest';
import { $isTestEmailOpen, openTestEmail } from '#stores/app/popups.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { testEmailForm as form } from '#stores/settings/test-email.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import { browser, toasts } from '../records/record-fixture.ts';
import { startStores } from '../start-stores.ts';

startStores(() => [startRouting()]);

const KEY = 'last_email_test';
const isTest = ({ path }: { readonly path: string }) => path === '/api/settings/test/email';
let close: () => void = () => {};

/** Opens the popup, whose form starts with it and stops when it closes. */
function open() {
  openTestEmail();
  const stop = form.start();
  const stopFollowing = $isTestEmailOpen.listen(() => close());
  close = () => {
    stopFollowing();
    stop();
    close = () => {};
  };
}

/** Sends a message that no backend answers. */
async function sendForever(email: string) {
  form.set('email', email);
  const { arrived } = holdRequests(isTest);
  const sending = form.send();
  await arrived;
  return sending;
}

afterEach(() => {
  vi.useRealTimers();
  $isTestEmailOpen.set(false);
  close();
  browser.storeElsewhere(KEY);
  go('settingsMail');
});

test('[SM-14] the popup starts with the first template and the last recipient', () => {
  browser.storeElsewhere(KEY, 'last@example.com');
  open();
  expect(form.$values.get()).toEqual({ email: 'last@example.com', template: 'verification' });
});

test('[SM-15][ST-05] a failure keeps the popup open, and the recipient is remembered', async () => {
  open();
  expect(form.$values.get().email).toBe('');
  form.set('email', 'to@example.com');
  form.set('template', 'email-change');
  rejectRequests(isTest, 'Failed to send the test email. Raw error: \nno such host', 400);
  expect(await form.send()).toBe(false);
  expect(toasts()).toEqual(['Failed to send the test email. Raw error: \nno such host']);
  expect($isTestEmailOpen.get()).toBe(true);
  expect(form.$values.get()).toEqual({ email: 'to@example.com', template: 'email-change' });
  expect(browser.storage.get(KEY)).toBe('to@example.com');
});

test('[ER-07] messages of the backend are at their fields until they are edited', async () => {
  open();
  form.set('email', 'nobody');
  expect(await form.send()).toBe(false);
  expect(form.$errors.get()).toEqual({ email: 'Must be a valid email address.' });
  form.set('email', 'to@example.com');
  expect(form.$errors.get()).toEqual({});
});

test('[SM-16] after 30 s the request is cancelled with one message, and the popup can be used again', async () => {
  open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sending = sendForever('to@example.com');
  await settled();
  vi.advanceTimersByTime(29_999);
  await settled();
  expect(form.$isBusy.get()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(await sending).toBe(false);
  expect(toasts()).toEqual(['Test email send timeout.']);
  expect(form.$isBusy.get()).toBe(false);
  expect($isTestEmailOpen.get()).toBe(true);
  expect(form.$values.get().email).toBe('to@example.com');
  expect(browser.storage.get(KEY)).toBe('to@example.com');
});

test('a second call while one is pending sends nothing', async () => {
  open();
  void sendForever('to@example.com');
  await settled();
  const { sent } = watchRequests();
  expect(await form.send()).toBe(false);
  expect(sent).toEqual([]);
});

test('[API-08][SH-07] another screen closes the popup and cancels, and a newer call can be sent', async () => {
  open();
  const sending = sendForever('first@example.com');
  await settled();
  go('collections');
  expect($isTestEmailOpen.get()).toBe(false);
  expect(await sending).toBe(false);
  expect(toasts()).toEqual(['Stopped waiting. The test email may still arrive.']);

  open();
  expect(form.$values.get().email).toBe('first@example.com');
  expect(form.$isBusy.get()).toBe(false);
});
