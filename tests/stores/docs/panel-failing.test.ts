import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Doc } from '#domain/docs/doc.ts';
import { loadTab } from '#domain/docs/load-tab.ts';
import { closeDocs, openDocs } from '#stores/app/popups.ts';
import { startRouting } from '#stores/app/route.ts';
import { $doc, $docTab, chooseDocTab, loadDoc } from '#stores/docs/panel.ts';
import { browser, collectionOf, list, showAddress, signInOffline } from '../offline-fixture.ts';
import { until } from '../until.ts';

vi.mock('#domain/docs/load-tab.ts', () => ({ loadTab: vi.fn() }));

const createTab = (name: string) => async () => () => ({ description: [name] }) as unknown as Doc;
const fetchTab = vi.mocked(loadTab);

const stops: (() => void)[] = [];
beforeEach(() => {
  browser.backend = 'http://backend.test/';
  signInOffline();
  stops.push(startRouting());
  list(collectionOf({ id: 'posts', name: 'posts' }));
  showAddress('#/collections?collectionId=posts');
  fetchTab.mockReset();
});
afterEach(() => {
  for (const stop of stops.splice(0).toReversed()) stop();
  vi.useRealTimers();
});

test('[DC-04] a tab whose file fails to load has an error state and can be loaded again', async () => {
  fetchTab.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(createTab('list'));
  stops.push($doc.listen(() => {}));
  await until($doc, ({ state }) => state === 'failed');
  const again = loadDoc();
  expect($doc.get()).toEqual({ state: 'busy' });
  await again;
  expect($doc.get()).toEqual({ state: 'ready', value: { description: ['list'] } });
  chooseDocTab('list');
});

test.each(['loads', 'fails'])('a tab that %s after another one was chosen is not shown', async (how) => {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof loadTab>>>();
  fetchTab.mockImplementation(createTab('view')).mockReturnValueOnce(promise);
  stops.push($doc.listen(() => {}));
  const early = loadDoc();
  chooseDocTab('view');
  const late = await until($doc, ({ state }) => state === 'ready');
  if (how === 'loads') resolve(await createTab('list')());
  else reject(new TypeError('Failed to fetch'));
  await early;
  expect($doc.get()).toBe(late);
  chooseDocTab('list');
  await until($doc, ({ state }) => state === 'ready');
});

test('nothing is fetched or reset after the last listener has left', async () => {
  vi.useFakeTimers();
  fetchTab.mockImplementation(createTab('view'));
  const stop = $doc.listen(() => {});
  openDocs();
  chooseDocTab('view');
  await vi.advanceTimersByTimeAsync(0);
  expect($doc.get().state).toBe('ready');
  stop();
  // A store without a listener unmounts after a second.
  await vi.advanceTimersByTimeAsync(2000);
  fetchTab.mockClear();
  closeDocs();
  expect($docTab.get()?.id).toBe('view');
  chooseDocTab('list');
  expect(fetchTab).not.toHaveBeenCalled();
  const seen: string[] = [];
  stops.push($doc.subscribe(({ state }) => seen.push(state)));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen[0]).toBe('busy');
});
