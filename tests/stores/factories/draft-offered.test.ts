import { expect, test } from 'vitest';
import { setRule } from '#domain/collections/editor/values.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { createRecord } from '#tests/support/factories.ts';
import {
  createStored,
  editorOf,
  namesOf,
  reloadListed,
  rename,
} from '../collections/editor/drafts-fixture.ts';
import { openPanel } from '../records/panel/panel-fixture.ts';
import { answerQuestion, backend, browser, toCollection } from '../records/record-fixture.ts';

/** A record whose panel offers a draft of its title. */
async function recordWithDraft() {
  const collection = await createStored();
  const row = await createRecord(backend().api, collection.id, { title: 'stored', rank: 1 });
  const first = await openPanel(toCollection(collection), row.id);
  first.set('title', 'offered');
  first.dispose();
  return { collection, row, panel: await openPanel(toCollection(collection), row.id) };
}

test('a draft of a record that was neither restored nor discarded is still offered after a save', async () => {
  const { collection, row, panel } = await recordWithDraft();
  panel.set('rank', '2');
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(panel.$offeredDraft.get()?.values).toEqual({ title: 'offered' });
  expect(panel.$isDirty.get()).toBe(false);
  panel.set('rank', '3');
  expect(await panel.save()).toBe(true);
  const again = await openPanel(toCollection(collection), row.id);
  expect(again.$offeredDraft.get()?.values).toEqual({ title: 'offered' });
  again.restoreDraft();
  expect(again.$values.get()).toMatchObject({ title: 'offered', rank: '3' });
  expect(await again.save()).toBe(true);
  expect(browser.storage.has(`record_draft_${collection.id}_${row.id}`)).toBe(false);
});

test('discarding edits keeps the draft that is still offered', async () => {
  const { collection, row, panel } = await recordWithDraft();
  panel.set('rank', '2');
  browser.dispatch('pagehide');
  const closing = panel.close();
  await answerQuestion(true);
  expect(await closing).toBe(true);
  const again = await openPanel(toCollection(collection), row.id);
  expect(again.$offeredDraft.get()?.values).toEqual({ title: 'offered' });
  // Deleting the record also deletes the draft.
  const removing = again.remove();
  await answerQuestion(true);
  await removing;
  expect(browser.storage.has(`record_draft_${collection.id}_${row.id}`)).toBe(false);
});

test.each([true, false])(
  'a draft of a new record is still offered after a save (panel kept open: %s)',
  async (keepOpen) => {
    const collection = await createStored();
    const first = createRecordPanel({ collection });
    first.set('title', 'offered');
    first.dispose();
    const panel = createRecordPanel({ collection });
    panel.set('title', 'another');
    expect(await panel.save({ keepOpen })).toBe(true);
    panel.dispose();
    const again = createRecordPanel({ collection });
    expect(again.$offeredDraft.get()?.values).toEqual({ title: 'offered' });
    again.discardDraft();
    again.dispose();
  },
);

test('a draft of a collection that was neither restored nor discarded is still offered after a save', async () => {
  const collection = await createStored();
  const first = editorOf(collection);
  rename(first, 'title', 'headline');
  first.dispose();
  const editor = editorOf(collection);
  editor.edit((draft) => setRule(draft, 'listRule', ''), 'listRule');
  expect(await editor.save()).toBe(true);
  const again = editorOf(await reloadListed(collection.id));
  expect(again.$offeredDraft.get()).toBeDefined();
  again.restoreDraft();
  expect(namesOf(again)).toEqual(['headline', 'rank']);
  expect(again.$values.get().listRule).toBe('');
});

test('a draft of a new collection is still offered after a save', async () => {
  const first = editorOf();
  first.addField('bool');
  first.dispose();
  const editor = editorOf();
  const name = `other_${Date.now()}`;
  editor.edit((draft) => ({ ...draft, name }), 'name');
  editor.addField('text');
  expect(await editor.save()).toBe(true);
  const again = editorOf();
  again.restoreDraft();
  expect(again.$values.get().fields.map(({ type }) => type)).toEqual(['bool']);
  expect(again.$values.get().name).toBe('');
});
