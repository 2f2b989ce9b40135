import { expect, type Page } from '@playwright/test';
import type { Backend } from '../backend.ts';
import { type Collection, createCollection, type FieldInput, field, uniqueName } from '../factories.ts';
import { createdId, openNew, openRecord, type PanelScreen, partsOf, saveAndWait } from './panel.ts';

/** A value of one field. */
export interface TypedValue {
  readonly field: FieldInput;
  readonly enter: (screen: PanelScreen, name: string) => Promise<void>;
  readonly stored: unknown;
}

export interface RoundTrip {
  readonly page: Page;
  readonly backend: Backend;
  readonly values: readonly TypedValue[];
  /** Returns the stored values by the names of their fields, for a comparison with the typed ones. */
  readonly read: (collection: Collection, id: string) => Promise<Record<string, unknown>>;
}

/**
 * Creates a record through the interface, reads it through the API, opens it again, changes another field and reads
 * it again: expects that only that field was sent and changed.
 */
export async function roundTrip({ page, backend, values, read }: RoundTrip): Promise<void> {
  const collection = await createCollection(backend.api, {
    name: uniqueName('trips'),
    schema: [...values.map((value) => value.field), field('other')],
  });
  const expected = Object.fromEntries(values.map(({ field: { name }, stored }) => [name, stored]));
  const screen = await openNew(page, collection.id);
  for (const { field: entered, enter } of values) await enter(screen, entered.name);
  await page.keyboard.press('Control+s');
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  const id = await createdId(page);
  expect(await read(collection, id)).toEqual(expected);

  await page.reload();
  const again = await openRecord(page, collection.id, id);
  await again.control('other').fill('changed');
  const request = await saveAndWait(page, collection.id);
  expect(partsOf(request)).toEqual([{ name: 'other', value: 'changed' }]);
  await expect(again.panel).toHaveCount(0);
  expect(await read(collection, id)).toEqual(expected);
}

/** A field of one type for each value, its control filled with the value. */
export const filled = (
  type: FieldInput['type'],
  values: readonly (readonly [typed: string, stored: unknown])[],
): TypedValue[] =>
  values.map(([typed, stored], index) => ({
    field: field(`${type}${index}`, type),
    enter: (screen, name) => screen.control(name).fill(typed),
    stored,
  }));
