import { afterEach, beforeEach, expect, test } from 'vitest';
import { $panels, disposePanels, openRecordPanel } from '#stores/records/panel/stack.ts';
import { saveTemplate } from '#stores/records/templates.ts';
import { createRecord } from '#tests/support/factories.ts';
import { createPostsCollection, openPanel } from './panel/panel-fixture.ts';
import { answerQuestion, backend, browser } from './record-fixture.ts';

beforeEach(() => browser.storage.delete('atollTemplates'));
afterEach(disposePanels);

const values = { title: 'by {admin}', tags: ['red'] };

test('a new record begins with the default template, which is no change; Start empty begins without', async () => {
  const { collection } = await createPostsCollection();
  saveTemplate(collection, { name: 'Post', isDefault: true, values });
  const panel = openRecordPanel({ collection });
  expect(panel.$values.get()).toMatchObject({ title: expect.stringMatching(/^by \S+@/), tags: ['red'] });
  expect(panel.template).toMatchObject({ name: 'Post', lost: [] });
  expect(panel.$isDirty.get()).toBe(false);
  await panel.startFrom({ values: {} });
  const [empty] = $panels.get();
  expect(empty?.$values.get()['title']).toBe('');
  expect(empty?.template).toBeUndefined();
  expect($panels.get()).toHaveLength(1);
});

test('given values come before the default template', async () => {
  const { collection } = await createPostsCollection();
  saveTemplate(collection, { name: 'Post', isDefault: true, values });
  const panel = openRecordPanel({ collection, initial: { title: 'given' } });
  expect(panel.$values.get()).toMatchObject({ title: 'given', tags: [] });
  expect(panel.$isDirty.get()).toBe(true);
});

test('a template in place of edits asks first', async () => {
  const { collection } = await createPostsCollection();
  const panel = openRecordPanel({ collection });
  panel.set('title', 'typed');
  const starting = panel.startFrom({ name: 'Post', values, lost: [], unfit: [], isDefault: false });
  expect(await answerQuestion(false)).toContain('discard');
  await starting;
  expect($panels.get()).toEqual([panel]);
});

test('a template is stored with the record that it creates', async () => {
  const { collection } = await createPostsCollection();
  const record = await createRecord(backend().api, collection.id, { title: 'x' });
  const panel = await openPanel(collection, record.id);
  saveTemplate(collection, { name: 'Post', isDefault: true, values: panel.$values.get() });
  panel.dispose();
  const created = openRecordPanel({ collection });
  expect(await created.save()).toBe(true);
  expect(backend().sql(`select title from ${collection.name}`)).toEqual([{ title: 'x' }, { title: 'x' }]);
});
