import { downloadZip } from 'client-zip';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestFileToken } from '#api/records/files.ts';
import { backupUrl } from '#api/settings/backups.ts';
import { UPLOAD_TEXTS } from '#domain/settings/backups.ts';
import { $path, go, startRouting } from '#stores/app/route.ts';
import { removeBackup } from '#stores/settings/backups/files.ts';
import { $upload, cancelUpload, startUpload, startUploads } from '#stores/settings/backups/upload.ts';
import { holdRequests, loseResponses, rejectRequests } from '#tests/stores/network-fixture.ts';
import { stubUpload } from '#tests/stores/records/panel/upload-stub.ts';
import { answerQuestion, toasts } from '#tests/stores/settings-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { eventually } from '#tests/support/eventually.ts';
import { shownKeys, startBackupTests, storedKeys } from './backups-fixture.ts';

startStores(() => [startRouting()]);
startBackupTests();

let stop = () => {};
beforeEach(() => {
  stubUpload();
  stop = startUploads();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const isUpload = ({ path }: { path: string }): boolean => path === '/api/backups/upload';
async function zip(name: string): Promise<File> {
  const content = await downloadZip([{ name: 'data.db', input: 'content' }]).blob();
  return new File([content], name, { type: 'application/zip' });
}

test('an upload shows how far it is, and the list has the backup then', async () => {
  const file = await zip('own.zip');
  const seen: unknown[] = [];
  const stopListening = $upload.listen((upload) => seen.push(upload));
  await startUpload(file);
  stopListening();
  expect(seen).toEqual([
    { name: 'own.zip', loaded: 0, total: file.size },
    { name: 'own.zip', loaded: 1, total: 2 },
    undefined,
  ]);
  expect(typedToasts()).toEqual([`success: ${UPLOAD_TEXTS.done}`]);
  expect(await storedKeys()).toEqual(['own.zip']);
  await eventually(() => expect(shownKeys()).toEqual(['own.zip']));
});

test('the reason for a refused file is said; after a lost response the list has what was stored', async () => {
  const restore = rejectRequests(isUpload, 'Failed.', 400, { file: { code: 'x', message: 'Not a zip.' } });
  await startUpload(await zip('own.zip'));
  restore();
  expect(toasts()).toEqual(['Not a zip.']);
  expect($upload.get()).toBeUndefined();
  loseResponses(isUpload);
  await startUpload(await zip('lost.zip'));
  expect(toasts()).not.toContain(UPLOAD_TEXTS.done);
  await eventually(() => expect(shownKeys()).toEqual(['lost.zip']));
});

test('another upload takes the place of the one that runs', async () => {
  const { release } = holdRequests(isUpload);
  const first = startUpload(await zip('first.zip'));
  await eventually(() => expect($upload.get()).toMatchObject({ name: 'first.zip', loaded: 1 }));
  const second = startUpload(await zip('second.zip'));
  await first;
  expect($upload.get()?.name).toBe('second.zip');
  release();
  await second;
  expect(await storedKeys()).toEqual(['second.zip']);
  expect(toasts()).toEqual([UPLOAD_TEXTS.done]);
});

test('a running upload asks before the page is left, and is cancelled then', async () => {
  const { release } = holdRequests(isUpload);
  const uploading = startUpload(await zip('own.zip'));
  await eventually(() => expect($upload.get()?.loaded).toBe(1));
  go('settingsMail');
  expect(await answerQuestion(true)).toBe(UPLOAD_TEXTS.leave);
  await uploading;
  release();
  expect($upload.get()).toBeUndefined();
  expect(toasts()).toEqual([]);
  expect(await storedKeys()).toEqual([]);
});

test('a page that was left asks no more', () => {
  stop();
  $upload.set({ name: 'own.zip', loaded: 1, total: 2 });
  go('logs');
  expect($path.get()).toBe('/logs');
  $upload.set(undefined);
});

test('who cancels what has arrived completely is told that it may be stored', async () => {
  cancelUpload();
  // Nothing of an empty file has arrived before it was sent.
  $upload.set({ name: 'empty.zip', loaded: 0, total: 0 });
  cancelUpload();
  $upload.set(undefined);
  expect(toasts()).toEqual([]);
  const { release } = holdRequests(isUpload);
  const uploading = startUpload(await zip('own.zip'));
  $upload.set({ name: 'own.zip', loaded: 9, total: 9 });
  cancelUpload();
  await uploading;
  release();
  expect(typedToasts()).toEqual([`warning: ${UPLOAD_TEXTS.maybeStored}`]);
});

test.each([
  ['a%20b.zip', 'a b.zip'],
  ["it's %28new%29 (1)%21.zip", "it's (new) (1)!.zip"],
  ['100%25.zip', '100%.zip'],
])('%j is another backup than %j', async (escaped, plain) => {
  await startUpload(await zip(plain));
  await startUpload(new File([await (await zip(escaped)).arrayBuffer(), 'longer'], escaped));
  const token = await requestFileToken();
  const sizeOf = async (key: string) => (await (await fetch(backupUrl(key, token))).arrayBuffer()).byteLength;
  expect((await sizeOf(escaped)) - (await sizeOf(plain))).toBe('longer'.length);
  const removed = removeBackup(escaped);
  await answerQuestion(true);
  await removed;
  expect(await storedKeys()).toEqual([plain]);
  const rest = removeBackup(plain);
  await answerQuestion(true);
  await rest;
  expect(await storedKeys()).toEqual([]);
});
