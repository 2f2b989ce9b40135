import { describe, expect, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { answerRequests, loseResponses, rejectRequests } from '#tests/stores/network-fixture.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { openPanel } from '../panel/panel-fixture.ts';
import { backend, toasts, toCollection, until } from '../record-fixture.ts';

const isPatch = ({ method }: { method: string }) => method === 'PATCH';

/** A record, the collection, and the row in the database. */
async function createEntry() {
  const { api } = backend();
  const created = await createCollection(api, {
    name: uniqueName('entries'),
    fields: [field('title'), field('amount', 'number'), field('data', 'json')],
  });
  await loadCollections();
  const collection = toCollection(created);
  const { id } = await createRecord(api, created.name, { title: 'before', amount: 1 });
  const row = () => ({
    ...backend().sql(`SELECT title, CAST(amount AS TEXT) amount, data FROM ${created.name} WHERE id = ?`, [
      id,
    ])[0],
  });
  const change = (values: object) => api.patch(`/api/collections/${created.name}/records/${id}`, values);
  return { collection, id, row, change };
}

describe.runIf(hasNewerLine)('on a newer backend', () => {
  test('[NR-15] of two who save one record, nobody undoes what the other has changed', async () => {
    const { collection, id, row } = await createEntry();
    const [first, second] = [await openPanel(collection, id), await openPanel(collection, id)];
    first.set('title', 'first');
    second.set('amount', '2');
    expect(await first.save({ keepOpen: true })).toBe(true);
    expect(await second.save({ keepOpen: true })).toBe(true);
    expect(row()).toMatchObject({ title: 'first', amount: '2' });
    first.set('title', 'mine');
    second.set('title', 'theirs');
    expect(await second.save({ keepOpen: true })).toBe(true);
    expect(await first.save({ keepOpen: true })).toBe(false);
    expect(first.$conflicts.get()).toMatchObject([{ base: 'first', mine: 'mine', theirs: 'theirs' }]);
    expect(row()).toMatchObject({ title: 'theirs' });
  });

  test('[NR-15] a restored draft changes only what was typed in it', async () => {
    const { collection, id, row, change } = await createEntry();
    const panel = await openPanel(collection, id);
    panel.set('title', 'drafted');
    panel.dispose();
    await change({ amount: 5 });
    const again = await openPanel(collection, id);
    again.restoreDraft();
    expect(await again.save({ keepOpen: true })).toBe(true);
    expect(row()).toMatchObject({ title: 'drafted', amount: '5' });
  });

  test('[NR-16] a save that was not answered says that it may be stored, and a proxy’s answer whose it is', async () => {
    const { collection, id, row } = await createEntry();
    const panel = await openPanel(collection, id);
    panel.set('title', 'sent');
    const heal = loseResponses(isPatch);
    expect(await panel.save({ keepOpen: true })).toBe(false);
    heal();
    expect(toasts().at(-1)).toMatch(/can’t be reached.* The request may still have worked\.$/);
    expect(row()).toMatchObject({ title: 'sent' });
    expect(await panel.save({ keepOpen: true })).toBe(true);
    panel.set('title', 'again');
    const restart = answerRequests(isPatch, () => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    expect(await panel.save({ keepOpen: true })).toBe(false);
    restart();
    expect(toasts().at(-1)).toBe(
      'Something went wrong while processing your request. A proxy answered 502. ' +
        'The request may still have worked.',
    );
    const named = rejectRequests(isPatch, 'Not reached.', 502);
    expect(await panel.save({ keepOpen: true })).toBe(false);
    named();
    expect(toasts().at(-1)).toBe('Not reached. The request may still have worked.');
    expect(row()).toMatchObject({ title: 'sent' });
  });

  test('[NR-17] a number that the backend rounds is said to be another one than was typed', async () => {
    const { collection, id, row } = await createEntry();
    const panel = await openPanel(collection, id);
    panel.set('amount', '9007199254740993');
    expect(await panel.save({ keepOpen: true })).toBe(true);
    expect(toasts()).toContain('The backend stored other values than were typed: amount.');
    panel.set('data', '{"typed":1.10,"big":9007199254740993}');
    expect(await panel.save({ keepOpen: true })).toBe(true);
    expect(row()).toMatchObject({ data: '{"typed":1.10,"big":9007199254740993}' });
  });

  test('[NR-18] the question before a deletion names the record, its collection and what goes with it', async () => {
    const { collection, id } = await createEntry();
    const { api } = backend();
    const child = await createCollection(api, {
      name: uniqueName('children'),
      fields: [field('entry', 'relation', { collectionId: collection.id, cascades: true })],
    });
    await createRecord(api, child.name, { entry: id });
    await loadCollections();
    const panel = await openPanel(collection, id);
    const removing = panel.remove();
    const question = await until($question, (shown) => shown !== undefined);
    expect(question?.loss).toContain(
      `“${id}” of ${collection.name} will be deleted, with what belongs to it in ${child.name}.`,
    );
    const $details = question?.$details;
    if (!$details) throw new Error('The question says nothing of what goes with it.');
    expect(await until($details, ({ state }) => state !== 'busy')).toMatchObject({
      value: [`1 record of ${child.name} will be deleted with it.`],
    });
    question?.answer(false);
    await removing;
  });
});
