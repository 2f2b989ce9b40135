import { afterEach, expect, test } from 'vitest';
import { renameCollection, setRule } from '#domain/collections/editor/values.ts';
import { APPLICATION_FIELDS } from '#domain/settings/application.ts';
import { startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { createStored, editorOf } from '#tests/stores/collections/editor/drafts-fixture.ts';
import { openPanel } from '#tests/stores/records/panel/panel-fixture.ts';
import {
  answerQuestion,
  backend,
  toasts,
  toCollection,
  until,
} from '#tests/stores/records/record-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import type { Json } from '#tests/support/admin-api.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { ENDLESS, LOST, REFUSED, startFaultTests, wire } from './faults-fixture.ts';

startFaultTests();
startStores(() => [startRouting()]);

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const isWrite = ({ method }: { readonly method: string }) => method !== 'GET';
const items = async (path: string): Promise<readonly Json[]> =>
  (await backend().api.get<{ items: Json[] }>(`${path}?perPage=500`)).items;

/** Something that writes to the backend, prepared with something typed. */
interface Write {
  readonly save: () => Promise<unknown>;
  /** What is typed, while it is not saved. */
  readonly typed: () => unknown;
  /** Whether the backend holds the result, exactly once. */
  readonly isStored: () => Promise<boolean>;
  /** Saving again asks about what was stored at the first try. */
  readonly asksAfterLoss?: true;
  /** What 'Stop waiting' does. */
  readonly stop: () => void;
  /** Somebody else changes something that is not typed here. Nobody can change what is new. */
  readonly others?: { readonly change: () => Promise<unknown>; readonly isKept: () => Promise<boolean> };
}

const newCollection = () =>
  createCollection(backend().api, { name: uniqueName('kept'), fields: [field('title'), field('note')] });

/** A write whose first try fails keeps what was typed; a second one has the result exactly once. */
const WRITES: Record<string, () => Promise<Write>> = {
  'a new record': async () => {
    const created = await newCollection();
    const panel = createRecordPanel({ collection: toCollection(created) });
    stops.push(panel.dispose);
    panel.set('title', 'typed');
    return {
      save: () => panel.save({ keepOpen: true }),
      typed: () => panel.$values.get()['title'],
      isStored: async () => {
        const stored = await items(`/api/collections/${created.name}/records`);
        return stored.length === 1 && stored[0]?.['title'] === 'typed';
      },
      asksAfterLoss: true,
      stop: panel.stopWaiting,
    };
  },
  'an edited record': async () => {
    const created = await newCollection();
    const { id } = await createRecord(backend().api, created.name, { title: 'before' });
    const panel = await openPanel(toCollection(created), id);
    stops.push(panel.dispose);
    panel.set('title', 'typed');
    return {
      save: () => panel.save({ keepOpen: true }),
      typed: () => panel.$values.get()['title'],
      isStored: async () =>
        (await items(`/api/collections/${created.name}/records`))[0]?.['title'] === 'typed',
      stop: panel.stopWaiting,
      others: {
        change: () =>
          backend().api.patch(`/api/collections/${created.name}/records/${id}`, { note: 'theirs' }),
        isKept: async () =>
          (await items(`/api/collections/${created.name}/records`))[0]?.['note'] === 'theirs',
      },
    };
  },
  'a new collection': async () => {
    const name = uniqueName('created');
    const editor = editorOf();
    editor.edit((values) => renameCollection(values, name), 'name');
    editor.addField('text');
    return {
      save: editor.save,
      typed: () => [editor.$values.get().name, editor.$values.get().fields.length],
      isStored: async () => {
        const stored = (await items('/api/collections')).filter((one) => one['name'] === name);
        return stored.length === 1 && $collectionList.get().some((one) => one.name === name);
      },
      stop: editor.stopWaiting,
    };
  },
  'an edited collection': async () => {
    const collection = await createStored();
    const editor = editorOf(collection);
    await until(editor.$freshness, (state) => state === 'ready');
    editor.edit((values) => setRule(values, 'listRule', 'id != ""'), 'listRule');
    return {
      // A change by others is shown before it is merged.
      save: async () => (await editor.save()) || editor.confirmReview(),
      typed: () => editor.$values.get().listRule,
      isStored: async () =>
        (await backend().api.get(`/api/collections/${collection.id}`))['listRule'] === 'id != ""',
      stop: editor.stopWaiting,
      others: {
        change: () => backend().api.patch(`/api/collections/${collection.id}`, { viewRule: 'id = ""' }),
        isKept: async () =>
          (await backend().api.get(`/api/collections/${collection.id}`))['viewRule'] === 'id = ""',
      },
    };
  },
  'a settings page': async () => {
    await backend().api.patch('/api/settings', { meta: { appName: 'Before' } });
    const form = createSettingsForm({ fields: APPLICATION_FIELDS, saved: 'Saved.' });
    stops.push(form.start());
    await until(form.$state, (state) => state === 'ready');
    const name = uniqueName('App');
    form.set('application.name', name);
    return {
      save: form.save,
      typed: () => form.$values.get()['application.name'],
      isStored: async () => {
        const { meta } = await backend().api.get<{ meta: Json }>('/api/settings');
        return meta['appName'] === name;
      },
      stop: form.stop,
      others: {
        change: () => backend().api.patch('/api/settings', { meta: { appUrl: 'https://theirs.example' } }),
        isKept: async () => {
          const { meta } = await backend().api.get<{ meta: Json }>('/api/settings');
          return meta['appUrl'] === 'https://theirs.example';
        },
      },
    };
  },
};

/** Saves, and answers the question about what is stored already with yes. */
async function saveAgain({ save, asksAfterLoss }: Write, isLost: boolean): Promise<void> {
  const saving = save();
  if (asksAfterLoss && isLost) expect(await answerQuestion(true)).toContain('Do you want to go on with it?');
  expect(await saving).toBe(true);
}

for (const [name, prepare] of Object.entries(WRITES)) {
  test.each(Object.entries(REFUSED))(
    `${name}: %s keeps what was typed, and the next try saves`,
    async (_, fault) => {
      const write = await prepare();
      const typed = write.typed();
      wire().fail(fault, isWrite);
      expect(await write.save()).toBe(false);
      expect(wire().failed).toHaveLength(1);
      expect(toasts().at(-1)).toMatch(
        /^(Too many requests\. Wait 5 s, then try again\.|Something went wrong)/,
      );
      expect(write.typed()).toEqual(typed);
      expect(await write.isStored()).toBe(false);
      wire().heal();
      await saveAgain(write, false);
      expect(await write.isStored()).toBe(true);
    },
  );

  test.each(Object.entries(LOST))(
    `${name}: %s is no success, and the next try does not save twice`,
    async (_, fault) => {
      const session = $session.get();
      const write = await prepare();
      const typed = write.typed();
      wire().fail(fault, isWrite);
      expect(await write.save()).toBe(false);
      expect(wire().failed).toHaveLength(1);
      expect(toasts().at(-1)).toMatch(
        fault.kind === 'dropped'
          ? /^Something went wrong .*The backend can’t be reached.* The request may still have worked\.$/
          : /^The response is incomplete or not from PocketBase\. The request may still have worked\.$/,
      );
      expect(write.typed()).toEqual(typed);
      expect($session.get()).toEqual(session);
      wire().heal();
      await saveAgain(write, true);
      expect(await write.isStored()).toBe(true);
    },
  );

  test.each(Object.entries(ENDLESS))(
    `${name}: %s can be stopped, and the next try saves beside what others saved`,
    async (_, fault) => {
      const write = await prepare();
      const typed = write.typed();
      wire().fail(fault, isWrite);
      const saving = write.save();
      await expect.poll(() => wire().failed).toHaveLength(1);
      expect(toasts()).toEqual([]);
      write.stop();
      expect(await saving).toBe(false);
      expect(toasts()).toEqual(['Stopped waiting. Your changes may still have been saved.']);
      expect(write.typed()).toEqual(typed);
      wire().heal();
      await write.others?.change();
      await saveAgain(write, fault.kind !== 'stuck');
      expect(await write.isStored()).toBe(true);
      expect((await write.others?.isKept()) ?? true).toBe(true);
    },
  );

  // The backend checks the name of a new collection itself.
  if (name === 'a new collection') continue;
  test(`${name}: reading before the save can be stopped, which says nothing`, async () => {
    const write = await prepare();
    const typed = write.typed();
    wire().fail({ kind: 'stuck' });
    const saving = write.save();
    await expect.poll(() => wire().failed.length).toBeGreaterThan(0);
    write.stop();
    expect(await saving).toBe(false);
    expect(wire().failed.filter(isWrite)).toEqual([]);
    expect(toasts()).toEqual([]);
    expect(write.typed()).toEqual(typed);
    wire().heal();
    await write.others?.change();
    expect(await write.save()).toBe(true);
    expect(await write.isStored()).toBe(true);
    expect((await write.others?.isKept()) ?? true).toBe(true);
  });
}

test('a collection whose creation was lost keeps what was typed since', async () => {
  const name = uniqueName('lost');
  const editor = editorOf();
  editor.edit((values) => renameCollection(values, name), 'name');
  editor.addField('text');
  wire().fail({ kind: 'dropped' }, isWrite);
  expect(await editor.save()).toBe(false);
  wire().heal();
  editor.edit((values) => setRule(values, 'viewRule', ''), 'viewRule');
  expect(await editor.save()).toBe(true);
  const stored = (await items('/api/collections')).filter((one) => one['name'] === name);
  expect(stored).toMatchObject([{ viewRule: '' }]);
});

test('a collection of the same name that others created meanwhile is not taken for the own one', async () => {
  const name = uniqueName('foreign');
  const editor = editorOf();
  editor.edit((values) => renameCollection(values, name), 'name');
  editor.addField('text');
  wire().fail({ kind: 'refused', status: 502 }, isWrite);
  expect(await editor.save()).toBe(false);
  wire().heal();
  await createCollection(backend().api, { name, fields: [field('other')] });
  expect(await editor.save()).toBe(false);
  expect(editor.$errors.get()['name']).toMatch(/unique/);
  expect(editor.$saved.get()).toBeUndefined();
});

test('deletes whose response was lost are done by the next try', async () => {
  const created = await newCollection();
  const { id } = await createRecord(backend().api, created.name, { title: 'gone' });
  const panel = await openPanel(toCollection(created), id);
  stops.push(panel.dispose);
  wire().fail({ kind: 'replaced', body: '<html>', type: 'text/html' }, isWrite);
  const first = panel.remove();
  await answerQuestion(true);
  await first;
  expect(toasts().at(-1)).toMatch(/may still have worked\.$/);
  expect(panel.isClosed()).toBe(false);
  wire().heal();
  const second = panel.remove();
  await answerQuestion(true);
  await second;
  expect(panel.isClosed()).toBe(true);
  expect(await items(`/api/collections/${created.name}/records`)).toEqual([]);
});
