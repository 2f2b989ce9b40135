import { expect, test } from 'vitest';
import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { createRecordPanel } from '#stores/records/panel/panel.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { backend, browser, toasts, toCollection } from '../record-fixture.ts';
import { createPostsCollection, openPanel, stored } from './panel-fixture.ts';

test('the toast contains the error of a field that the panel does not show', async () => {
  const created = await createCollection(backend().api, {
    name: uniqueName('secrets'),
    fields: [field('title', 'text', { isRequired: true }), field('secret', 'text', { isRequired: true })],
  });
  const collection = toCollection(created);
  const panel = createRecordPanel({
    collection: { ...collection, fields: collection.fields.filter(({ name }) => name === 'title') },
  });
  expect(await panel.save()).toBe(false);
  expect(panel.$errors.get()).toMatchObject({ title: 'Missing required value.' });
  expect(toasts()).toEqual([`${FALLBACK_MESSAGE} secret: Missing required value.`]);
  panel.dispose();
});

test('[TR-60] a problem found by the form is shown beside its field alone, and nothing is sent', async () => {
  const { collection } = await createPostsCollection();
  const panel = createRecordPanel({ collection });
  panel.set('due', 'soon');
  const amount = { code: 'invalid_number', message: 'Enter a valid number.' };
  expect(await panel.save({ problems: { amount } })).toBe(false);
  expect(Object.keys(panel.$errors.get()).sort()).toEqual(['amount', 'due']);
  expect(panel.$errors.get()['amount']).toBe('Enter a valid number.');
  // The fields say it.
  expect(toasts()).toEqual([]);
  panel.dispose();
});

test.each([
  ['2022-01-01', '2022-01-01 00:00:00.000Z'],
  ['2022-01-01 10:30', '2022-01-01 10:30:00.000Z'],
  ['2022-01-01T10:30:00+05:00', '2022-01-01 05:30:00.000Z'],
  ['2022-01-01 10:30:15.250', '2022-01-01 10:30:15.250Z'],
])('the date %s is stored as %s without a warning', async (typed, due) => {
  const { collection, created } = await createPostsCollection();
  const row = await createRecord(backend().api, created.name, { title: 'a' });
  const panel = await openPanel(collection, row.id);
  panel.set('due', typed);
  expect(await panel.save({ keepOpen: true })).toBe(true);
  expect(toasts()).toEqual(['Successfully updated record.']);
  expect(await stored(created.name, row.id)).toMatchObject({ due });
  panel.set('due', due.slice(0, 19));
  expect(panel.$isDirty.get()).toBe(false);
  panel.dispose();
});

test('[RP-12] a duplicate keeps the milliseconds of a date', async () => {
  const { collection, created } = await createPostsCollection();
  const due = '2026-11-05 12:00:00.123Z';
  const row = await createRecord(backend().api, created.name, { title: 'a', due });
  const copies: FormValues[] = [];
  const panel = createRecordPanel({
    collection,
    recordId: row.id,
    onDuplicate: (values) => copies.push(values),
  });
  await expect.poll(() => panel.$record.get().state).toBe('ready');
  await panel.duplicate();
  const copy = createRecordPanel({ collection, ...(copies[0] ? { initial: copies[0] } : {}) });
  expect(await copy.save({ keepOpen: true })).toBe(true);
  expect(await stored(created.name, copy.$recordId.get() ?? '')).toMatchObject({ title: 'a', due });
  expect(toasts()).toEqual(['Successfully created record.']);
  copy.dispose();
});

test('fields may have the names of object members', async () => {
  const names = ['constructor', 'toString', '__proto__'];
  const created = await createCollection(backend().api, {
    name: uniqueName('odd'),
    fields: names.map((name) => field(name, 'text', { max: 6 })),
  });
  const collection = toCollection(created);
  const ownValue = (values: object, name: string) => Object.getOwnPropertyDescriptor(values, name)?.value;
  const panel = createRecordPanel({ collection });
  expect(panel.$errors.get()).toEqual({});
  expect(panel.$isDirty.get()).toBe(false);

  for (const name of names) panel.set(name, 'far too long');
  expect(await panel.save()).toBe(false);
  expect(Object.keys(panel.$errors.get()).sort()).toEqual([...names].sort());
  expect(toasts()).toEqual([FALLBACK_MESSAGE]);

  for (const name of names) panel.set(name, `a\n${name.slice(0, 2)}`);
  expect(panel.$errors.get()).toEqual({});
  expect(await panel.save({ keepOpen: true })).toBe(true);
  const id = panel.$recordId.get() ?? '';
  const row = await stored(created.name, id);
  for (const name of names) expect(ownValue(row, name)).toBe(`a\n${name.slice(0, 2)}`);
  panel.dispose();

  const edited = await openPanel(collection, id);
  expect(edited.$isDirty.get()).toBe(false);
  edited.set('__proto__', 'typed');
  browser.dispatch('pagehide');
  edited.dispose();
  const restored = await openPanel(collection, id);
  expect(ownValue(restored.$offeredDraft.get()?.values ?? {}, '__proto__')).toBe('typed');
  restored.restoreDraft();
  expect(ownValue(restored.$values.get(), '__proto__')).toBe('typed');
  expect(await restored.save()).toBe(true);
  expect(ownValue(await stored(created.name, id), '__proto__')).toBe('typed');
  restored.dispose();
});
