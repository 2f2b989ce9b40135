import { expect, type Page } from '@playwright/test';
import type { Backend } from '../backend.ts';
import { type Collection, createCollection, type FieldInput, field, uniqueName } from '../factories.ts';
import { toasts } from '../screens.ts';
import { createdId, openNew, openRecord, type PanelScreen, partsOf, saveAndWait } from './panel.ts';

export interface Trip {
  readonly page: Page;
  readonly backend: Backend;
  /** One field for every value. */
  readonly fields: readonly FieldInput[];
  /** Types the values in. */
  readonly enter: (screen: PanelScreen) => Promise<void>;
  /** What is stored, to be compared with what was typed. */
  readonly read: (collection: Collection, id: string) => Promise<unknown>;
  readonly expected: unknown;
}

/**
 * Creates a record through the interface, reads it back past it, opens it anew, changes another field and reads
 * it again: nothing but that field was sent, and nothing else has changed.
 */
export async function roundTrip({ page, backend, fields, enter, read, expected }: Trip): Promise<void> {
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

/** The field of the value at a place. */
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

/** The values of a record through the API, in the order of their fields. */
export function valuesFrom(backend: Backend, count: number) {
  return async (collection: Collection, id: string): Promise<unknown[]> => {
    const record = await backend.api.get(`/api/collections/${collection.id}/records/${id}`);
    return Array.from({ length: count }, (_, index) => record[nameAt(index)]);
  };
}
