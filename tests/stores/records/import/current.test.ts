import { afterEach, expect, test, vi } from 'vitest';
import { createImportTable } from '#domain/records/import/table.ts';
import { $path, go, startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { canCloseImport, closeImport, openImport } from '#stores/records/import/current.ts';
import { $recordTool, openRecordTool } from '#stores/records/tools.ts';
import { answerQuestion } from '#tests/stores/answer-question.ts';
import { collectionOf, SESSION, settled, signInOffline } from '#tests/stores/offline-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { until } from '#tests/stores/until.ts';

// Its table is in a worker of the browser.
vi.mock('#browser/import/table.ts', () => ({
  openTable: () => ({ ...createImportTable(), close: () => {} }),
}));

startStores(() => [startRouting()]);
signInOffline();
afterEach(() => {
  closeImport();
  signInOffline();
  vi.unstubAllGlobals();
});

const posts = collectionOf({
  id: 'posts',
  name: 'posts',
  schema: [{ id: 'title', name: 'title', type: 'text', options: {} }],
});

/** Never responds. */
const silence = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/** An import of one row, by default without a response. */
async function run(fetch: (url: string, init: RequestInit) => Promise<Response> = silence) {
  go('collections');
  vi.stubGlobal('fetch', fetch);
  openRecordTool('import');
  const session = openImport(posts);
  await session.open(new Blob(['title\na\n']), 'file.csv');
  void session.start();
  await until(session.run.$run, (state) => state !== undefined);
  return session;
}

test('the open import is found again until it is closed', () => {
  const session = openImport(posts);
  expect(openImport(posts)).toBe(session);
  openRecordTool('import');
  closeImport();
  expect($recordTool.get()).toBeUndefined();
  expect(openImport(posts)).not.toBe(session);
});

test('only an import that runs asks before it is closed', async () => {
  expect(await canCloseImport()).toBe(true);
  openImport(posts);
  expect(await canCloseImport()).toBe(true);
  closeImport();
  await run();
  const closing = canCloseImport();
  expect(await answerQuestion(false)).toBe(
    'The import is running. Do you really want to stop it? The rows that were imported stay.',
  );
  expect(await closing).toBe(false);

  // Another session ends at once: the backend refuses its rows.
  closeImport();
  const session = await run(async () => new Response('{}', { status: 400 }));
  await until(session.run.$run, (state) => state?.state === 'ended');
  expect(await canCloseImport()).toBe(true);
});

test('a running import asks before its screen is left, and is stopped then', async () => {
  const session = await run();
  go('logs');
  expect($path.get()).toBe('/collections');
  await answerQuestion(true);
  await settled();
  expect($recordTool.get()).toBeUndefined();
  expect(openImport(posts)).not.toBe(session);
  await until(session.run.$run, (state) => state?.state === 'ended');
});

test('who began an import finds it after a new sign-in, another administrator does not', async () => {
  const session = await run();
  $session.set(undefined);
  signInOffline();
  expect(openImport(posts)).toBe(session);
  $session.set({ ...SESSION, admin: { ...SESSION.admin, id: 'other' } });
  expect(openImport(posts)).not.toBe(session);
  await until(session.run.$run, (state) => state?.state === 'ended');
});
