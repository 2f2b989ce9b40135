import { describe, expect, onTestFinished, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { createRecordSearch } from '#stores/palette/commands.ts';
import { keepForUndo } from '#stores/records/undo/delete.ts';
import { undo } from '#stores/records/undo/run.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { readCollection } from '#wire/collections.ts';
import { backend, until } from '../record-fixture.ts';
import { deleteNoted, lastEntry, signal, storedRecords } from '../undo/undo-fixture.ts';

/** A collection whose ids are words, such as `ORDER-12`. */
async function createOrders() {
  const { api } = backend();
  const { id, name } = await createCollection(api, { name: uniqueName('orders'), fields: [field('title')] });
  const path = `/api/collections/${id}`;
  const { fields } = await api.get<{ fields: { name: string }[] }>(path);
  const form = { min: 0, max: 0, pattern: '^\\S+ ?\\S*$', autogeneratePattern: '' };
  await api.patch(path, { fields: fields.map((one) => (one.name === 'id' ? { ...one, ...form } : one)) });
  await createRecord(api, name, { id: 'ORDER-12', title: 'twelve' });
  await loadCollections();
  return readCollection(await api.get(path));
}

describe.runIf(hasNewerLine)('[NR-07] on a newer backend', () => {
  test('a deleted record whose id has a form of its own is brought back, and nothing is asked before', async () => {
    const orders = await createOrders();
    const before = await storedRecords(orders.id);
    const asked: unknown[] = [];
    onTestFinished($question.listen((question) => asked.push(question)));
    await deleteNoted(orders, ['ORDER-12']);
    expect(await storedRecords(orders.id)).toEqual({});
    await undo(lastEntry().id);
    expect(asked).toEqual([]);
    expect(Object.keys(await storedRecords(orders.id))).toEqual(Object.keys(before));
  });

  test('one with an id that the backend refuses in any field is deleted only after a question', async () => {
    const orders = await createOrders();
    // As hooks and migrations store them.
    backend().copyRow(orders.name, 'ORDER-12', [{ id: 'a b' }, { id: 'con' }, { id: 'a,b' }]);
    const ids = ['ORDER-12', 'a b', 'con', 'a,b'];
    const keeping = keepForUndo(orders, ids, { signal });
    const question = await until($question, (shown) => shown !== undefined);
    expect(question?.loss).toBe('Records with these ids can’t be brought back: a b, con.');
    question?.answer(false);
    expect(await keeping).toBeUndefined();
    const { api } = backend();
    for (const id of ids) {
      await api.delete(`/api/collections/${orders.id}/records/${encodeURIComponent(id)}`);
      const created = createRecord(api, orders.name, { id, title: 'again' });
      await (/^(a b|con)$/.test(id) ? expect(created).rejects.toThrow() : created);
    }
  });

  test('the palette finds it by this id', async () => {
    await createOrders();
    const records = createRecordSearch();
    onTestFinished(records.stop);
    records.search('ORDER-12');
    await until(records.$isBusy, (isBusy) => !isBusy);
    expect(records.$found.get().map(({ record }) => record['title'])).toContain('twelve');
    // One of 15 characters is looked for everywhere, also where its field would refuse it now.
    const { api } = backend();
    const plain = await createCollection(api, { name: uniqueName('plain'), fields: [field('title')] });
    const { id } = await createRecord(api, plain.name, { title: 'of a hook' });
    backend().copyRow(plain.name, id, [{ id: 'HOOK-0000000001' }]);
    await loadCollections();
    records.search('HOOK-0000000001');
    await until(records.$isBusy, (isBusy) => !isBusy);
    expect(records.$found.get().map(({ record }) => record['title'])).toEqual(['of a hook']);
  });
});
