import { expect, test } from 'vitest';
import type { Field } from '#domain/backend/field.ts';
import { loadCollections } from '#stores/collections/list.ts';
import { createRecordPicker } from '#stores/field-types/record-picker.ts';
import { $panels, disposePanels, openRecordPanel } from '#stores/records/panel/stack.ts';
import {
  defaultOf,
  removeDefaults,
  saveDefaults,
  saveTemplate,
  templates,
} from '#stores/records/templates.ts';
import {
  createCollection,
  createRecord,
  field,
  renamed,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { answerQuestion, backend, browser, toCollection } from './record-fixture.ts';

async function createTasks() {
  const created = await createCollection(backend().api, {
    name: uniqueName('tasks'),
    fields: [field('title'), field('state', 'select', { choices: ['open', 'done'] }), field('due', 'date')],
  });
  await loadCollections();
  return { collection: toCollection(created), created };
}

/** Tests that run against each line. */
export function testDefaults(): void {
  test('[BY-40] a new record begins with the default values, also one of a picker; a duplicate and a given one do not', async () => {
    const { collection } = await createTasks();
    browser.storage.delete('atollTemplates');
    const form = openRecordPanel({ collection });
    form.set('title', 'By {admin}');
    form.set('state', 'open');
    saveDefaults(collection, form.$values.get());
    form.dispose();

    const panel = openRecordPanel({ collection });
    expect(panel.template).toMatchObject({ name: 'Default values', isDefault: true, lost: [], unfit: [] });
    expect(panel.$values.get()).toMatchObject({ title: expect.stringMatching(/^By \S+@/), state: 'open' });
    expect(panel.$isDirty.get()).toBe(false);
    expect(await panel.save()).toBe(true);
    expect(backend().sql(`select state, due from ${collection.name}`)).toEqual([{ state: 'open', due: '' }]);

    const picker = createRecordPicker({ collection, ids: [], max: 1 });
    picker.create();
    expect($panels.get().at(-1)?.$values.get()['state']).toBe('open');
    picker.stop();
    disposePanels();

    const { id } = await createRecord(backend().api, collection.name, { title: 'other' });
    const original = openRecordPanel({ collection, recordId: id });
    await expect.poll(() => original.$record.get().state).toBe('ready');
    await original.duplicate();
    const copy = $panels.get().at(-1);
    expect(copy?.$values.get()).toMatchObject({ title: 'other', state: '' });
    expect(copy?.template).toBeUndefined();
    disposePanels();
    expect(openRecordPanel({ collection, initial: { title: 'given' } }).$values.get()['state']).toBe('');
    disposePanels();
  });

  test('[BY-40] default values are changed and removed; those of a template with a name keep the template', async () => {
    const { collection } = await createTasks();
    browser.storage.delete('atollTemplates');
    saveDefaults(collection, { title: 'one' });
    saveDefaults(collection, { title: 'two' });
    expect(templates.of(collection)).toHaveLength(1);
    expect(openRecordPanel({ collection }).$values.get()['title']).toBe('two');
    disposePanels();
    const removing = removeDefaults(collection);
    expect(await answerQuestion(true)).toContain('delete');
    await removing;
    expect(openRecordPanel({ collection }).template).toBeUndefined();
    disposePanels();

    saveTemplate(collection, { name: 'Post', isDefault: true, values: { title: 'post' } });
    saveDefaults(collection, { title: 'changed' });
    expect(templates.of(collection).map(({ name }) => name)).toEqual(['Post']);
    await removeDefaults(collection);
    expect(defaultOf(collection)).toBeUndefined();
    expect(templates.of(collection)).toMatchObject([{ name: 'Post', isDefault: false }]);
  });

  test('[BY-40] after a change of the collection, values follow their field, or are left out and named', async () => {
    const { collection, created } = await createTasks();
    browser.storage.delete('atollTemplates');
    saveDefaults(collection, { title: 'x', state: 'open', due: '2026-01-01 00:00:00.000Z' });
    const after = await updateCollection(backend().api, created.id, ({ fields }) => ({
      fields: renamed(fields, 'title', 'headline').flatMap<Field>((one) => {
        if (one.name === 'due') return [];
        return one.type === 'select' ? [{ ...one, choices: ['begun', 'done'] }] : [one];
      }),
    }));
    const panel = openRecordPanel({ collection: after });
    expect(panel.template).toMatchObject({ lost: ['due'], unfit: ['state'] });
    expect(panel.$values.get()).toMatchObject({ headline: 'x', state: '' });
    expect(await panel.save()).toBe(true);
    expect(backend().sql(`select headline from ${created.name}`)).toEqual([{ headline: 'x' }]);
    disposePanels();
  });
}
