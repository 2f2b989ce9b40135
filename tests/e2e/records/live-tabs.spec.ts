import type { Page } from '@playwright/test';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectChanges } from '#tests/support/records/live.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';

/** More than a browser's connections to one host with HTTP/1.1. */
const WINDOWS = 9;

test('nine windows share one connection, which moves when its window is closed', async ({
  context,
  page,
  admin,
  backend,
  secondTab,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('live'),
    schema: [field('title')],
  });
  const { id } = await createRecord(backend.api, collection.id, { title: 'before' });
  const edit = (title: string) =>
    backend.api.patch(`/api/collections/${collection.id}/records/${id}`, { title });
  const shows = (shown: Page, title: string) =>
    expect(recordsScreen(shown).cell(id, 'title')).toHaveText(title);
  await admin.signIn();

  /** The windows that have opened a connection, in order. */
  const connected: Page[] = [];
  context.on('request', (request) => {
    const isConnection = request.method() === 'GET' && new URL(request.url()).pathname === '/api/realtime';
    if (isConnection) connected.push(request.frame().page());
  });
  const address = recordsHash(collection.id);

  // It is hidden from the start, and would be the first to connect.
  const hidden = await secondTab();
  await hidden.addInitScript(() => {
    let state = 'hidden';
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true });
    Object.defineProperty(document, 'hidden', { get: () => state === 'hidden', configurable: true });
    document.addEventListener('test-show', () => {
      state = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
  await hidden.goto(address);
  await shows(hidden, 'before');

  const windows: Page[] = [page];
  while (windows.length < WINDOWS) windows.push(await secondTab());
  for (const opened of windows) {
    await opened.goto(address);
    await shows(opened, 'before');
  }
  await edit('first');
  for (const opened of windows) await shows(opened, 'first');
  expect(connected).toHaveLength(1);
  expect(connected).not.toContain(hidden);
  await shows(hidden, 'before');

  const [leader] = connected;
  await leader?.close();
  await expect.poll(() => connected.length).toBe(2);
  const others = windows.filter((opened) => opened !== leader);
  expect(others).toContain(connected[1]);
  await edit('second');
  for (const opened of others) await shows(opened, 'second');

  await hidden.evaluate(() => document.dispatchEvent(new Event('test-show')));
  await shows(hidden, 'second');
  await createRecord(backend.api, collection.id, { title: 'new' });
  await expectChanges(hidden, 1);
  expect(connected).toHaveLength(2);
});
