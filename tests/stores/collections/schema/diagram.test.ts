import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Graphic } from '#domain/collections/schema/arrange.ts';
import type { Places } from '#domain/collections/schema/geometry.ts';
import { $route, go, startRouting } from '#stores/app/route.ts';
import { startSession } from '#stores/app/session.ts';
import { showSettings } from '#stores/app/settings.ts';
import { $editors } from '#stores/collections/editor/editor.ts';
import {
  $collectionList,
  $collections,
  checkCollections,
  loadCollections,
} from '#stores/collections/list.ts';
import {
  $isMoved,
  $jump,
  $matches,
  $placed,
  $search,
  $selected,
  arrangeAgain,
  jumpTo,
  placeTile,
  retryArranging,
  saveDiagram,
  search,
  startSchema,
  stepMatch,
} from '#stores/collections/schema/diagram.ts';
import { answerRequests } from '#tests/stores/network-fixture.ts';
import { settled } from '#tests/stores/offline-fixture.ts';
import { backend, browser, until } from '#tests/stores/records/record-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { removeToasts, typedToasts } from '#tests/stores/toasts.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { rawSettings } from '#tests/support/settings/stored.ts';

const KEY = 'atollSchemaPlaces';
const worker = vi.hoisted(() => ({
  calls: [] as { graphic: unknown; resolve: (places: never) => void; reject: (error: Error) => void }[],
  closed: 0,
}));
vi.mock(import('#browser/schema/arranger.ts'), () => ({
  openArranger: () => ({
    arrange: (graphic: Graphic) =>
      new Promise<Places>((resolve, reject) => {
        worker.calls.push({ graphic, resolve: resolve as (places: never) => void, reject });
      }),
    close: () => {
      worker.closed += 1;
    },
  }),
}));

const pictures = vi.hoisted(() => ({
  saved: [] as { readonly name: string; readonly blob: Blob }[],
  png: async (_text: string, _size: object, _scale: number): Promise<Blob> => new Blob(),
}));
vi.mock(import('#browser/save-file.ts'), async (original) => ({
  ...(await original()),
  saveFile: (name, blob) => void pictures.saved.push({ name, blob }),
}));
// No canvas draws here.
vi.mock(import('#browser/schema/picture.ts'), () => ({
  readColors: () => ({
    ...{ page: '#000001', tile: '#000002', head: '#000003', border: '#000004' },
    ...{ text: '#000005', muted: '#000006', line: '#000007' },
  }),
  pngOf: (...picture) => pictures.png(...picture),
}));

const stops = startStores(() => [
  startSession(),
  startRouting(),
  $collections.listen(() => {}),
  $placed.listen(() => {}),
  startSchema(),
]);
beforeAll(async () => {
  await until($collections, (load) => load.state === 'ready');
});
beforeEach(() => arrangeAgain());

const make = async (name = uniqueName('base')) => {
  const created = await createCollection(backend().api, { name, fields: [field('title')] });
  await loadCollections();
  return created;
};
const lastCall = () => {
  const call = worker.calls.at(-1);
  if (!call) throw new Error('Nothing was arranged.');
  return call;
};
const allAt = (x: number) => Object.fromEntries($collectionList.get().map(({ id }) => [id, [x, 0]])) as never;
const placesOf = () => {
  const placed = $placed.get();
  return placed.state === 'ready' ? placed.value.places : undefined;
};

test('a failed arrangement is shown and tried again', async () => {
  expect($placed.get().state).toBe('busy');
  await saveDiagram('svg');
  expect(pictures.saved).toEqual([]);
  lastCall().reject(new Error('No worker.'));
  const failed = await until($placed, ({ state }) => state === 'failed');
  expect(failed).toMatchObject({ error: { message: 'No worker.' } });
  retryArranging();
  expect($placed.get().state).toBe('busy');
  lastCall().resolve(allAt(5));
  await until($placed, ({ state }) => state === 'ready');
});

test('what is arranged stays when a later arrangement fails, and the next one is tried', async () => {
  const { id } = await make();
  const calls = worker.calls.length;
  lastCall().reject(new Error('No worker.'));
  await loadCollections();
  expect(worker.calls).toHaveLength(calls + 1);
  expect(placesOf()?.[id]).toBeDefined();
  lastCall().resolve(allAt(5));
  await until($placed, () => placesOf()?.[id]?.[0] === 5);
});

test('follows new collections: the others stay where they are until all are arranged anew', async () => {
  const known = $collectionList.get()[0]?.id ?? '';
  const { id } = await make();
  expect(placesOf()?.[known]).toEqual([5, 0]);
  expect(placesOf()?.[id]).toBeDefined();
  const calls = worker.calls.length;
  await checkCollections();
  await loadCollections();
  expect(worker.calls).toHaveLength(calls);
  lastCall().resolve(allAt(7));
  await until($placed, () => placesOf()?.[id]?.[0] === 7);
});

test('an answer that is no longer requested is ignored', async () => {
  await make();
  const old = lastCall();
  await make();
  lastCall().resolve(allAt(9));
  await until($placed, () => Object.values(placesOf() ?? {})[0]?.[0] === 9);
  old.resolve({ nothing: [1, 1] } as never);
  await Promise.resolve();
  expect(Object.values(placesOf() ?? {})[0]).toEqual([9, 0]);
});

test('a moved tile keeps all places on this device, in all tabs, until all are arranged again', async () => {
  const { id } = await make();
  lastCall().resolve(allAt(11));
  await until($placed, () => placesOf()?.[id]?.[0] === 11);
  placeTile(id, [100.4, -3.6]);
  expect(placesOf()?.[id]).toEqual([100, -4]);
  expect($isMoved.get()).toBe(true);
  expect(Object.keys(JSON.parse(browser.storage.get(KEY) ?? '{}'))).toHaveLength(
    $collectionList.get().length,
  );
  const calls = worker.calls.length;
  const added = await make();
  expect(worker.calls).toHaveLength(calls);
  expect(placesOf()?.[added.id]).toBeDefined();
  browser.storeElsewhere(KEY, JSON.stringify({ [id]: [1, 2] }));
  expect(placesOf()?.[id]).toEqual([1, 2]);
  browser.storeElsewhere(KEY, 'nonsense');
  expect($isMoved.get()).toBe(false);
  placeTile(id, [3, 4]);
  arrangeAgain();
  expect(browser.storage.has(KEY)).toBe(false);
  expect(placesOf()?.[id]).not.toEqual([3, 4]);
});

test('places of none of the collections do not count, and stay when a tile is moved', async () => {
  const { id } = await make();
  browser.storeElsewhere(KEY, '{"gone":[1,2]}');
  expect($isMoved.get()).toBe(false);
  lastCall().resolve(allAt(13));
  await until($placed, () => placesOf()?.[id]?.[0] === 13);
  placeTile(id, [3, 4]);
  expect(JSON.parse(browser.storage.get(KEY) ?? '{}')).toMatchObject({ gone: [1, 2], [id]: [3, 4] });
});

test('the search jumps to its matches in turn; an address names one', async () => {
  const [a, b] = [await make('zz_match_a'), await make('zz_match_b')];
  search('zz_match');
  expect($matches.get()).toEqual([a.id, b.id]);
  expect($selected.get()).toBe(a.id);
  stepMatch(1);
  expect($selected.get()).toBe(b.id);
  stepMatch(1);
  expect($selected.get()).toBe(a.id);
  stepMatch(-1);
  expect($jump.get()).toEqual({ id: b.id });
  search('nothing has this name');
  expect($selected.get()).toBe(b.id);
  stepMatch(1);
  expect($selected.get()).toBe(b.id);
  go('schema', { collectionId: a.id });
  expect($selected.get()).toBe(a.id);
});

test('a tile opens its editor, or its records where collections cannot be edited', async () => {
  const { openEditorOrRecords } = await import('#stores/collections/editor/open.ts');
  const { id } = await make();
  go('schema');
  openEditorOrRecords(id);
  await until($editors, (editors) => editors.length === 1);
  $editors.get()[0]?.close();
  showSettings(rawSettings({ meta: { hideControls: true } }));
  openEditorOrRecords(id);
  expect($route.get()).toMatchObject({ name: 'collections', query: { collectionId: id } });
  showSettings(rawSettings({}));
});

test('the diagram is saved as SVG or PNG, and a picture that nothing can draw is named', async () => {
  const { id, name } = await make();
  lastCall().resolve(allAt(15));
  await until($placed, () => placesOf()?.[id]?.[0] === 15);
  await saveDiagram('svg');
  const [svg] = pictures.saved;
  expect(svg).toMatchObject({ name: 'schema.svg', blob: { type: 'image/svg+xml' } });
  const text = await svg?.blob.text();
  expect(text).toContain(name);
  expect(text).toContain('#000005');
  const png = new Blob(['png']);
  pictures.png = async (drawn, _size, scale) => {
    expect(drawn).toBe(text);
    expect(scale).toBeGreaterThan(0);
    return png;
  };
  await saveDiagram('png');
  expect(pictures.saved.slice(1)).toEqual([{ name: 'schema.png', blob: png }]);
  const tooLarge = 'error: The diagram is too large for a PNG that can be read. Save it as SVG.';
  pictures.png = () => Promise.reject(new Error('Too many pixels.'));
  await saveDiagram('png');
  expect(typedToasts()).toEqual([tooLarge]);
  removeToasts();
  placeTile(id, [90_000, 90_000]);
  await saveDiagram('png');
  expect(typedToasts()).toEqual([tooLarge]);
  await saveDiagram('svg');
  expect(pictures.saved.map(({ name: file }) => file)).toEqual(['schema.svg', 'schema.png', 'schema.svg']);
});

test('the heights of the collections and their relations decide about their places', async () => {
  const to = await make();
  const options = { collectionId: to.id };
  const from = await createCollection(backend().api, {
    name: uniqueName('pointing'),
    fields: [field('title'), field('to', 'relation', options)],
  });
  await loadCollections();
  const { tiles, links } = lastCall().graphic as Graphic;
  expect(tiles.map(({ id }) => id)).toEqual($collectionList.get().map(({ id }) => id));
  expect(links).toEqual([[from.id, to.id]]);
  const height = (id: string) => tiles.find((tile) => tile.id === id)?.height ?? 0;
  expect(height(from.id)).toBeGreaterThan(height(to.id));
});

test('a page that can be seen asks now and then whether a collection was changed, and when it comes back', async () => {
  await checkCollections();
  stops.pop()?.();
  let asked = 0;
  const [last] = $collectionList.get();
  answerRequests(
    ({ params }) => params['fields'] === 'updated',
    () => {
      asked += 1;
      return Response.json({ totalItems: $collectionList.get().length, items: [last] });
    },
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stops.push(startSchema());
  const askedAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await settled();
    return asked;
  };
  expect(await askedAfter(19_000)).toBe(0);
  expect(await askedAfter(1000)).toBe(1);
  browser.hide();
  expect(await askedAfter(60_000)).toBe(1);
  browser.unhide();
  expect(await askedAfter(0)).toBe(2);
  // That it can be seen is no news now.
  browser.unhide();
  expect(await askedAfter(0)).toBe(2);
  expect(await askedAfter(20_000)).toBe(3);
  vi.useRealTimers();
});

test('stopping ends the worker and forgets what was selected; a start arranges what was under way', async () => {
  const { id } = await make();
  jumpTo('x');
  search('base');
  const [calls, closed] = [worker.calls.length, worker.closed];
  retryArranging();
  stops.pop()?.();
  expect(worker.closed).toBe(closed + 1);
  expect([$selected.get(), $jump.get(), $search.get()]).toEqual([undefined, undefined, '']);
  go('schema', { collectionId: id });
  expect($selected.get()).toBeUndefined();
  await make();
  expect(worker.calls).toHaveLength(calls);
  stops.push(startSchema());
  expect(worker.calls).toHaveLength(calls + 1);
  expect($selected.get()).toBe(id);
  // What is arranged needs no second time.
  lastCall().resolve(allAt(17));
  await until($placed, () => placesOf()?.[id]?.[0] === 17);
  stops.pop()?.();
  stops.push(startSchema());
  expect(worker.calls).toHaveLength(calls + 1);
});
