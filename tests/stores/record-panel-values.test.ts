import { expect, test } from 'vitest';
import { FALLBACK_MESSAGE } from '../../src/lib/domain/api-error.ts';
import type { FormValues } from '../../src/lib/domain/record-form/values.ts';
import { createRecordPanel } from '../../src/stores/record-panel/panel.ts';
import { createCollection, createRecord, field, uniqueName } from '../support/factories.ts';
import { backend, browser, known, toasts } from './record-fixture.ts';
import { openPanel, posts, stored } from './record-panel-fixture.ts';

test('the reason of a field that the panel does not show stands in the message', async () => {
  const made = await createCollection(backend().api, {
    name: uniqueName('secrets'),
    schema: [field('title', 'text', { required: true }), field('secret', 'text', { required: true })],
  });
  const collection = known(made);
  const panel = createRecordPanel({
    collection: { ...collection, schema: collection.schema.filter(({ name }) => name === 'title') },
  });
  expect(await panel.save()).toBe(false);
  expect(panel.$errors.get()).toMatchObject({ title: 'Missing required value.' });
  expect(toasts()).toEqual([
    `${FALLBACK_MESSAGE} secret: Missing required value. title: Missing required value.`,
  ]);
  panel.dispose();
});

test('a problem that the screen found is told and nothing is sent', async () => {
  const { collection } = await posts();
  const panel = createRecordPanel({ collection });
  panel.set('due', 'soon');
  const amount = { code: 'invalid_number', message: 'Enter a valid number.' };
  expect(await panel.save({ problems: { amount } })).toBe(false);
  expect(Object.keys(panel.$errors.get()).sort()).toEqual(['amount', 'due']);
  expect(panel.$errors.get()['amount']).toBe('Enter a valid number.');
  expect(toasts()).toEqual(['Some values can’t be saved: due, amount.']);
  panel.dispose();
});
