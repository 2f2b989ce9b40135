import { downloadZip } from 'client-zip';
import { afterEach, expect, test, vi } from 'vitest';
import { requestFileToken } from '#api/records/files.ts';
import { $isCreateOpen, closeCreate, openCreate } from '#stores/app/popups.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { createBackupForm as form } from '#stores/settings/backups/create.ts';
import { $backups, startHealth } from '#stores/settings/backups/list.ts';
import { holdRequests, loseResponses, rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { backend, toasts, until } from '#tests/stores/settings-fixture.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { startInProcess } from '#tests/unit/server/in-process.ts';
import {
  isCreate,
  isHealth,
  makeBackup,
  shownKeys,
  startBackupTests,
  storedKeys,
} from './backups-fixture.ts';

const CREATED = 'Successfully generated new backup.';
const RUNNING = 'The backup was started but may take a while to complete. You can come back later.';
const ALREADY = 'A backup has already been started, please wait.';

startBackupTests();
afterEach(async () => {
  vi.useRealTimers();
  closeCreate();
  await until(form.$isBusy, (isBusy) => !isBusy);
});

function open(name = '') {
  openCreate();
  form.open();
  form.set('name', name);
}
const isListed = (key: string) => until($backups, () => shownKeys()?.includes(key) ?? false);

test('[BK-08] an empty name makes one up; the popup closes and the list shows the backup', async () => {
  open();
  const { sent } = watchRequests();
  expect(await form.start()).toBe(true);
  expect($isCreateOpen.get()).toBe(false);
  expect($toasts.get()).toMatchObject([{ type: 'success', message: CREATED, drawing: 'turtle' }]);
  const [key = ''] = await storedKeys();
  expect(key).toMatch(/^pb_backup_.+\.zip$/);
  await isListed(key);
  expect(sent.slice(0, 2)).toEqual(['POST /api/backups', 'GET /api/backups']);
});

test.each(['a', 'A.zip', 'a b.zip', 'a.zip '])('[BK-07][OP-07] the name "%s" sends nothing', async (name) => {
  open(name);
  const { sent } = watchRequests();
  expect(await form.start()).toBe(false);
  expect(form.$errors.get()).toEqual({
    name: 'Use only the characters a-z, 0-9, _ and -, followed by .zip.',
  });
  form.set('name', 'b.zip');
  expect([form.$errors.get(), sent, toasts()]).toEqual([{}, [], []]);
});

test('[BK-07] a message of the backend is shown under the field while the popup is open', async () => {
  await makeBackup('taken.zip');
  open('taken.zip');
  expect(await form.start()).toBe(false);
  expect(form.$errors.get()).toEqual({ name: 'The backup file name is invalid or already exists.' });
  expect($isCreateOpen.get()).toBe(true);
  expect(toasts()).toEqual(['Something went wrong while processing your request.']);
});

test('[BK-09][BK-10] a long backup closes the popup after 1.5 s, refuses a second one and finishes later', async () => {
  const { arrived, release } = holdRequests(isCreate);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open('long.zip');
  const started = form.start();
  await arrived;
  vi.advanceTimersByTime(1499);
  expect([$isCreateOpen.get(), toasts()]).toEqual([true, []]);
  vi.advanceTimersByTime(1);
  expect([$isCreateOpen.get(), toasts()]).toEqual([false, [RUNNING]]);
  vi.useRealTimers();
  open('second.zip');
  const { sent } = watchRequests();
  expect(await form.start()).toBe(false);
  expect(sent).toEqual([]);
  expect($toasts.get().at(-1)).toMatchObject({ type: 'error', message: ALREADY });
  // The popup is still that of the second one.
  release();
  expect(await started).toBe(true);
  expect($toasts.get().at(-1)).toMatchObject({ type: 'success', message: CREATED });
  expect($isCreateOpen.get()).toBe(true);
  await isListed('long.zip');
});

test('[BK-09] closing earlier shows the same toast once, and a later failure is a toast', async () => {
  const release = rejectRequests(isCreate, 'The disk is full.', 400, { name: { message: 'Bad.' } });
  open('full.zip');
  const started = form.start();
  closeCreate();
  expect(typedToasts()).toEqual([`info: ${RUNNING}`]);
  expect(await started).toBe(false);
  expect(toasts()).toEqual([RUNNING, 'The disk is full. Backup name: Bad.']);
  open();
  expect(form.$errors.get()).toEqual({});
  release();
});

test('[BK-09] a popup that was opened again before 1.5 s were over stays open', async () => {
  const { arrived, release } = holdRequests(isCreate);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  open('long.zip');
  const started = form.start();
  await arrived;
  closeCreate();
  open('next.zip');
  vi.advanceTimersByTime(1500);
  expect([$isCreateOpen.get(), toasts()]).toEqual([true, [RUNNING]]);
  vi.useRealTimers();
  release();
  expect(await started).toBe(true);
});

test('[BK-10] the button of a popup is busy while its own backup runs, not while that of an earlier one does', async () => {
  const { arrived, release } = holdRequests(isCreate);
  open('first.zip');
  expect(form.$isStarting.get()).toBe(false);
  const started = form.start();
  expect(form.$isStarting.get()).toBe(true);
  await arrived;
  closeCreate();
  open('second.zip');
  expect([form.$isBusy.get(), form.$isStarting.get()]).toEqual([true, false]);
  release();
  expect(await started).toBe(true);
  rejectRequests(isCreate, 'The disk is full.');
  expect(await form.start()).toBe(false);
  expect(form.$isStarting.get()).toBe(false);
});

test('[BK-10] an aborted request is silent', async () => {
  const { arrived } = holdRequests(isCreate);
  open('aborted.zip');
  const started = form.start();
  await arrived;
  form.stop();
  expect(await started).toBe(false);
  expect(toasts()).toEqual([]);
});

test('[BK-08] a response that was lost is told, and the list shows what the backend made', async () => {
  loseResponses(isCreate);
  open('lost.zip');
  expect(await form.start()).toBe(false);
  expect(toasts()).toEqual([expect.stringContaining('can’t be reached')]);
  await isListed('lost.zip');
});

test('[BK-05] the end of an own backup is noticed without waiting for the next request', async () => {
  const { requests } = watchRequests();
  const countHealth = () => requests.filter(isHealth).length;
  // Otherwise the next request comes after three seconds.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = startHealth();
  await vi.waitFor(() => expect(countHealth()).toBe(1));
  open('own.zip');
  await form.start();
  await vi.waitFor(() => expect(countHealth()).toBe(2));
  stop();
});

test('the server lets a backup of any uploaded name be downloaded and deleted', async () => {
  const content = await downloadZip([{ name: 'data.db', input: 'content' }]).blob();
  const headers = { Authorization: await backend().adminToken() };
  const atoll = await startInProcess(backend().url);
  try {
    for (const name of ['50% done.zip', 'a%b.zip', 'my backup (1).zip', 'Ünï+#?.zip']) {
      const body = new FormData();
      body.append('file', new File([content], name, { type: 'application/zip' }));
      const uploaded = await fetch(`${atoll.url}/api/backups/upload`, { method: 'POST', headers, body });
      expect(uploaded.status, name).toBe(204);
      expect(await storedKeys()).toEqual([name]);
      const address = `${atoll.url}/api/backups/${encodeURIComponent(name)}`;
      const file = await fetch(`${address}?token=${await requestFileToken()}`);
      expect([file.status, (await file.blob()).size], name).toEqual([200, content.size]);
      expect((await fetch(address, { method: 'DELETE', headers })).status, name).toBe(204);
      expect(await storedKeys()).toEqual([]);
    }
  } finally {
    await atoll.stop();
  }
});
