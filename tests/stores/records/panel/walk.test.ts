import { afterEach, expect, test } from 'vitest';
import { $query } from '#stores/app/route.ts';
import { openRecord } from '#stores/records/open.ts';
import { $atField, openAtField } from '#stores/records/panel/at-field.ts';
import { recordWalk, startRecordPanels } from '#stores/records/panel/follow-route.ts';
import { $panels, openRecordPanel } from '#stores/records/panel/stack.ts';
import { holdRequests } from '#tests/stores/network-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { ids, showRecords, startRecordsPage } from '../list-fixture.ts';
import { answerQuestion, backend, toCollection, until } from '../record-fixture.ts';

startRecordsPage();
startStores(() => [startRecordPanels()]);
afterEach(() => {
  for (const panel of $panels.get()) panel.dispose();
});

const { $neighbours, openAbove, openBelow } = recordWalk;

/** The panel of a record, once it is loaded. */
const panelOf = async (recordId: string | undefined) => {
  const [panel] = await until($panels, ([first]) => first?.$recordId.get() === recordId);
  if (!panel) throw new Error('No panel is open.');
  await until(panel.$record, ({ state }) => state === 'ready');
  return panel;
};

test('the records above and below replace the opened one in its place on screen', async () => {
  await showRecords(3);
  const [first = '', second = '', third = ''] = ids();
  openRecord(first);
  const { slot, id } = await panelOf(first);
  expect($neighbours.get()).toEqual({ above: undefined, below: second, hasMore: false });
  openAbove();
  await openBelow();
  const panel = await panelOf(second);
  expect(panel).toMatchObject({ slot });
  expect(panel.id).not.toBe(id);
  await openBelow();
  await panelOf(third);
  await openBelow();
  expect($query.get()['recordId']).toBe(third);
  openAbove();
  await panelOf(second);
  expect($panels.get()).toHaveLength(1);
});

test('a step asks about unsaved changes', async () => {
  await showRecords(2);
  const [first = '', second = ''] = ids();
  openRecord(first);
  const panel = await panelOf(first);
  panel.set('title', 'typed');
  const refused = openBelow();
  expect(await answerQuestion(false)).toContain('unsaved changes');
  await refused;
  expect($panels.get()).toEqual([panel]);
  const step = openBelow();
  await answerQuestion(true);
  await step;
  expect((await panelOf(second)).$values.get()['title']).toBe('row 1');
  // The draft was given up.
  openRecord(first);
  expect((await panelOf(first)).$offeredDraft.get()).toBeUndefined();
});

test('another row of the list asks too, and is then shown', async () => {
  await showRecords(2);
  const [first = '', second = ''] = ids();
  openRecord(first);
  (await panelOf(first)).set('title', 'typed');
  openRecord(second);
  expect($query.get()['recordId']).toBe(first);
  await answerQuestion(true);
  await panelOf(second);
  expect($query.get()['recordId']).toBe(second);
});

test('the panel of a row has its values at once, one of another collection has none', async () => {
  const { path } = await showRecords(2);
  const [first = '', second = ''] = ids();
  const { release } = holdRequests((request) => request.path === `${path}/${second}`);
  openRecord(second);
  const [panel] = await until($panels, ({ length }) => length === 1);
  expect(panel?.$values.get()).toEqual({ title: 'row 1' });
  expect([...(panel?.$awaited.get() ?? ['all'])]).toEqual([]);
  release();
  await panelOf(second);
  const other = await createCollection(backend().api, { name: uniqueName('o'), fields: [field('title')] });
  await createRecord(backend().api, other.name, { id: first, title: 'twin' });
  const above = openRecordPanel({ collection: toCollection(other), recordId: first });
  expect(above.$awaited.get()).toBeUndefined();
  await until(above.$record, ({ state }) => state === 'ready');
  expect(above.$values.get()).toEqual({ title: 'twin' });
});

test('the panel of a row opens at one of its fields', async () => {
  await showRecords(1);
  const [id = ''] = ids();
  openAtField(id, 'title');
  expect($atField.get()).toEqual({ id, name: 'title' });
  await panelOf(id);
  expect($query.get()['recordId']).toBe(id);
});

test('a record that is not listed has no neighbours', async () => {
  await showRecords(1);
  openRecord('missing00000000');
  expect($neighbours.get()).toBeUndefined();
});
