import { afterEach, beforeEach, expect, test } from 'vitest';
import { TEMPLATES_KEY } from '#domain/app/storage-keys.ts';
import { $panels, disposePanels, openRecordPanel } from '#stores/records/panel/stack.ts';
import { saveTemplate, templates } from '#stores/records/templates.ts';
import { createRecord } from '#tests/support/factories.ts';
import { createPostsCollection, openPanel } from './panel/panel-fixture.ts';
import { answerQuestion, backend, browser, toasts } from './record-fixture.ts';

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
  const starting = panel.startFrom({ name: 'Post', values, lost: [] });
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

test('one is the default; deleting asks', async () => {
  const { collection } = await createPostsCollection();
  saveTemplate(collection, { name: 'B', isDefault: true, values });
  saveTemplate(collection, { name: 'A', isDefault: true, values });
  const state = () => templates.of(collection).map(({ name, isDefault }) => [name, isDefault]);
  expect(state()).toEqual([
    ['A', true],
    ['B', false],
  ]);
  const [a, b] = templates.of(collection);
  if (!a || !b) throw new Error('Not saved.');
  templates.setDefault(collection, b, true);
  expect(state()).toEqual([
    ['A', false],
    ['B', true],
  ]);
  templates.setDefault(collection, b, false);
  const deleting = templates.remove(a);
  await answerQuestion(true);
  await deleting;
  expect(state()).toEqual([['B', false]]);
});

test('templates of a collection with the same name on another backend can be imported', async () => {
  const { collection } = await createPostsCollection();
  saveTemplate({ ...collection, id: 'elsewhere' }, { name: 'Post', isDefault: false, values });
  saveTemplate({ ...collection, id: 'x', name: 'others' }, { name: 'Other', isDefault: false, values });
  const file = new File([JSON.stringify(templates.$items.get())], 'templates.json');
  browser.storeElsewhere(TEMPLATES_KEY);
  await templates.importTo(collection, file);
  expect(toasts()).toContain('Added 1 template.');
  const own = templates.$items.get().filter(({ collectionId }) => collectionId === collection.id);
  expect(own).toMatchObject([{ name: 'Post' }]);
  await templates.importTo(collection, new File(['no'], 'x.json'));
  expect(toasts()).toContain(`The file has no templates for ${collection.name}.`);
});

test('an import finds the templates of a collection that was made anew', async () => {
  const { collection } = await createPostsCollection();
  saveTemplate({ ...collection, id: 'before' }, { name: 'Post', isDefault: true, values });
  const file = new File([JSON.stringify(templates.of(collection))], 'templates.json');
  await templates.importTo(collection, file);
  expect(toasts()).toContain('Added 0 templates.');
  const other = { ...templates.of(collection)[0], name: 'Other' };
  await templates.importTo(collection, new File([JSON.stringify([other])], 'templates.json'));
  expect(templates.of(collection)).toMatchObject([
    { name: 'Other', isDefault: false },
    { name: 'Post', isDefault: true },
  ]);
});

test('without room in the storage, they are kept for the visit', async () => {
  const { collection } = await createPostsCollection();
  browser.quota = 10;
  saveTemplate(collection, { name: 'Post', isDefault: false, values });
  expect(toasts().join()).toContain('The storage of this browser is full or blocked');
  expect(templates.of(collection)).toHaveLength(1);
});
