import { expect, type Page } from '@playwright/test';
import type { Backend } from '../backend.ts';
import { type Collection, createCollection, type FieldInput, field, uniqueName } from '../factories.ts';
import { toasts } from '../screens.ts';
import { createdId, openNew, openRecord, type PanelScreen, partsOf, saveAndWait } from './panel.ts';

export interface RoundTrip {
  readonly page: Page;
  readonly backend: Backend;
  /** One field per value. */
  readonly fields: readonly FieldInput[];
  /** Types the values. */
  readonly enter: (screen: PanelScreen) => Promise<void>;
  /** Returns the stored values, for a comparison with the typed ones. */
  readonly read: (collection: Collection, id: string) => Promise<unknown>;
  readonly expected: unknown;
}

/**
 * Creates a record through the interface, reads it through the API, opens it again, changes another field and reads
 * it again: expects that only that field was sent and changed.
 */
export async function roundTrip({ page, backend, fields, enter, read, expected }: RoundTrip): Promise<void> {
  const collection = await createCollection(backend.api, {
    name: uniqueName('trips'),
    schema: [...fields, field('other')],
  });
  const screen = await openNew(page, collection.id);
  await enter(screen);
  await page.keyboard.press('Control+s');
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  const id = await createdId(page);
  expect(await read(collection, id)).toEqual(expected);

  await page.reload();
  const again = await openRecord(page, collection.id, id);
  await again.control('other').fill('changed');
  const request = await saveAndWait(page, collection.id);
  expect(partsOf(request)).toEqual([{ name: 'other', value: 'changed' }]);
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await read(collection, id)).toEqual(expected);
}

/** The field of the value at an index. */
export const nameAt = (index: number): string => `v${index}`;

/** A field of one type for each value, its control filled with the value. */
export function filled(
  type: FieldInput['type'],
  values: readonly string[],
  options: Record<string, unknown> = {},
) {
  return {
    fields: values.map((_, index) => field(nameAt(index), type, { options })),
    enter: async (screen: PanelScreen) => {
      for (const [index, value] of values.entries()) await screen.control(nameAt(index)).fill(value);
    },
  };
}

/** The values of a record from the API, in the order of their fields. */
export function valuesFrom(backend: Backend, count: number) {
  return async (collection: Collection, id: string): Promise<unknown[]> => {
    const record = await backend.api.get(`/api/collections/${collection.id}/records/${id}`);
    return Array.from({ length: count }, (_, index) => record[nameAt(index)]);
  };
}
