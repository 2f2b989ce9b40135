import { expect, test } from 'vitest';
import { getSound } from '#api/collections/memory.ts';
import { deleteCollection, saveCollection, truncateCollection } from '#api/collections/save.ts';
import { importCollections } from '#api/settings/sync.ts';
import { addField } from '#domain/collections/editor/fields.ts';
import { setRule } from '#domain/collections/editor/values.ts';
import { WrongMemory } from '#domain/collections/wrong-memory.ts';
import { $leastVersion, can } from '#stores/app/capabilities.ts';
import { $question } from '#stores/app/confirm.ts';
import { $backend } from '#stores/app/line.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import { until } from '#tests/stores/until.ts';
import '#tests/support/browser-stub.ts';
import { list, members } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { createEditor } from '#stores/collections/editor/editor.ts';
import { onNewer } from '#tests/stores/newer-backends.ts';
import type { Backend } from '#tests/support/backend.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { readCollection } from '#wire/collections.ts';

/** A collection with a record, of which a failed import has left other fields in the backend's memory. */
async function createTrapped({ api }: Backend): Promise<Collection> {
  const name = uniqueName('trapped');
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'rank', type: 'number' },
  ];
  const made = await api.post('/api/collections', { name, type: 'base', fields });
  await api.post(`/api/collections/${name}/records`, { title: 'kept', rank: 7 });
  const [id, title] = list(made['fields'], members);
  // Of the same name, but of another type.
  const wrong = { ...made, fields: [id, title, { name: 'rank', type: 'text' }] };
  const imported = { collections: [wrong], deleteMissing: false };
  await expect(api.request('PUT', '/api/collections/import', imported)).rejects.toThrow('400');
  return readCollection(made);
}

const rowsOf = (backend: Backend, { name }: Collection) =>
  backend.sql(`SELECT * FROM ${name}`).map(({ title, rank }) => ({ title, rank }));

const editorOf = (collection: Collection) =>
  createEditor({ collection, onClose: () => {}, onSaved: () => {}, onDuplicate: () => {} });

const KEPT = [{ title: 'kept', rank: 7 }];

onNewer(
  (backend, version) => {
    test('[NC-01] without the check, a change of a rule drops a column after a failed import', async () => {
      const collection = await createTrapped(backend());
      await backend().api.patch(`/api/collections/${collection.id}`, { listRule: '' });
      expect(rowsOf(backend(), collection)).not.toEqual(KEPT);
    });

    test('[NC-01] nobody changes, empties or deletes a collection while its memory is wrong', async () => {
      const collection = await createTrapped(backend());
      const rule = { ...collection, listRule: '' };
      await expect(saveCollection(rule)).rejects.toBeInstanceOf(WrongMemory);
      await expect(deleteCollection(collection.id)).rejects.toBeInstanceOf(WrongMemory);
      await expect(truncateCollection(collection.id)).rejects.toBeInstanceOf(WrongMemory);
      const body = { collections: [{ id: collection.id, listRule: '' }], deleteMissing: false };
      await expect(importCollections(body)).rejects.toBeInstanceOf(WrongMemory);
      expect(rowsOf(backend(), collection)).toEqual(KEPT);
    });

    test('[NC-01] the editor says it, sends nothing, and makes the backend read its database again', async () => {
      const collection = await createTrapped(backend());
      const editor = editorOf(collection);
      await until(editor.$freshness, (state) => state === 'wrong');
      editor.edit((values) => setRule(addField(values, 'bool'), 'listRule', ''));
      expect(await editor.save({ keepOpen: true })).toBe(false);
      expect(rowsOf(backend(), collection)).toEqual(KEPT);
      const before = await backend().api.get('/api/collections?perPage=200');
      const mending = editor.mendMemory();
      $question.get()?.answer(true);
      await mending;
      expect(editor.$freshness.get()).toBe('ready');
      const after = await backend().api.get('/api/collections?perPage=200');
      expect(after['totalItems']).toBe(before['totalItems']);
      expect(await editor.save({ keepOpen: true })).toBe(false);
      expect(editor.$review.get()?.changes.map(({ text }) => text)).toEqual([
        'Added field field (Bool)',
        'List/Search rule: superusers only → anyone',
      ]);
      expect(await editor.confirmReview()).toBe(true);
      expect(rowsOf(backend(), collection)).toEqual(KEPT);
      const now = await getSound(collection.id);
      expect([now.listRule, now.fields.map(({ name }) => name)]).toEqual([
        '',
        ['id', 'title', 'rank', 'field'],
      ]);
      editor.dispose();
    });

    test('[NC-01] a failed import of Atoll leaves nothing wrong in memory', async () => {
      const { api } = backend();
      const fields = [{ name: 'rank', type: 'number' }];
      const made = await api.post('/api/collections', { name: uniqueName('mended'), type: 'base', fields });
      await api.post(`/api/collections/${made['id']}/records`, { rank: 7 });
      const [id] = list(made['fields'], members);
      const wrong = { ...made, fields: [id, { name: 'rank', type: 'text' }] };
      await expect(importCollections({ collections: [wrong], deleteMissing: false })).rejects.toThrow();
      await backend().api.patch(`/api/collections/${made['id']}`, { listRule: '' });
      expect(
        backend()
          .sql(`SELECT rank FROM ${made['name']}`)
          .map(({ rank }) => rank),
      ).toEqual([7]);
    });

    test('[NC-01] who can sign in by others can do so after a refused change, and after a truncate', async () => {
      const { api } = backend();
      const provider = { name: 'github', clientId: 'id', clientSecret: 'secret' };
      const oauth2 = { enabled: true, providers: [provider] };
      const made = await api.post('/api/collections', { name: uniqueName('people'), type: 'auth', oauth2 });
      const collection = readCollection(made);
      const { sent, stop } = watchRequests();
      await expect(saveCollection({ ...collection, listRule: 'nope =' })).rejects.toThrow();
      await truncateCollection(collection.id);
      stop();
      // Each has made the backend read its secrets again.
      expect(sent.filter((request) => request === 'POST /api/collections')).toHaveLength(2);
      const left = await api.get<{ items: { name: string }[] }>('/api/collections?perPage=200');
      expect(left.items.filter(({ name }) => name.startsWith('atoll_reload'))).toEqual([]);
    });

    test('[NC-06] what a backend of an unknown version can do is asked once, when an editor opens', async () => {
      const known = $backend.get();
      $backend.set({ line: 'pb23', version: undefined });
      const { sent, stop } = watchRequests();
      const collection = readCollection(
        await backend().api.post('/api/collections', { name: uniqueName('asked'), type: 'base' }),
      );
      expect(can().hasFieldHelp).toBe(false);
      for (let count = 0; count < 2; count += 1) {
        const editor = editorOf(collection);
        await until($leastVersion, (least) => least !== undefined);
        await until(editor.$freshness, (state) => state === 'ready');
        editor.dispose();
      }
      expect(sent.filter((request) => request.endsWith('/meta/scaffolds'))).toHaveLength(1);
      expect(can().hasFieldHelp).toBe(version === '0.40.6');
      expect(can().keepsSecretsBy).toBe('unknown');
      stop();
      $backend.set(known);
      $leastVersion.set(undefined);
    });

    test('[NC-02] nothing is sent when somebody else has saved between reading and sending', async () => {
      const made = readCollection(
        await backend().api.post('/api/collections', { name: uniqueName('two'), type: 'base' }),
      );
      await backend().api.patch(`/api/collections/${made.id}`, {
        fields: [...list(members(made.raw)['fields'], members), { name: 'theirs', type: 'text' }],
      });
      await expect(saveCollection({ ...made, listRule: '' })).rejects.toThrow('changed elsewhere');
      expect(await getSound(made.id)).toMatchObject({ listRule: null });
      // A save that changes nothing is no change.
      const now = await getSound(made.id);
      await backend().api.patch(`/api/collections/${made.id}`, {});
      expect(await saveCollection({ ...now, listRule: '' })).toMatchObject({ listRule: '' });
    });
  },
  ['0.23.12', '0.40.6'],
);
