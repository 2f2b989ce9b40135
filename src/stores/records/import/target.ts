import type { Collection } from '#domain/collections/collection.ts';
import type { FormKind } from '#domain/field-types/form-value.ts';
import type { ImportPlan } from '#domain/records/import/plan.ts';

/** Into what rows are imported. */
export interface Target {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  readonly plan: ImportPlan;
}

/** The type of a field that the collection defines; the others are texts. */
export const kindOf = (collection: Collection, name: string): FormKind | undefined =>
  collection.schema.find((field) => field.name === name)?.type;
