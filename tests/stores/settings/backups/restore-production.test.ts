import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { $restoreName, restore } from '#stores/settings/backups/restore.ts';
import { $restore, openRestore } from '#stores/settings/backups/restore-open.ts';
import { browser, signInOffline } from '#tests/stores/offline-fixture.ts';
import { typedToasts } from '#tests/stores/toasts.ts';

const sent: string[] = [];
beforeEach(() => {
  browser.backends = JSON.stringify([{ name: 'Live', url: 'http://live.test/', production: true }]);
  signInOffline();
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${url}`);
    return Response.json({ code: 400, message: 'Not now.', data: {} }, { status: 400 });
  });
  openRestore('a.zip');
  $restoreName.set('a.zip');
});
afterEach(() => {
  $question.get()?.answer(false);
  vi.unstubAllGlobals();
});

test('a restore asks once more, with what is lost and the name of the backend to type', async () => {
  const declined = restore();
  expect($question.get()).toMatchObject({
    text: 'Do you really want to restore a.zip?',
    loss: 'Everything that was stored since this backup will be lost.',
    typed: 'Live',
  });
  $question.get()?.answer(false);
  await declined;
  expect([sent, $restore.get()?.state]).toEqual([[], 'asking']);
  const accepted = restore();
  $question.get()?.answer(true);
  await accepted;
  expect(sent).toEqual(['POST http://live.test/api/backups/a.zip/restore']);
  expect(typedToasts()).toEqual(['error: Not now.']);
});

test('nothing is restored once the popup is that of another backup', async () => {
  const accepted = restore();
  openRestore('b.zip');
  $question.get()?.answer(true);
  await accepted;
  expect([sent, $restore.get()]).toEqual([[], { key: 'b.zip', state: 'asking' }]);
});
