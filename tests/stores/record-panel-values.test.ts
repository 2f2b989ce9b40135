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
