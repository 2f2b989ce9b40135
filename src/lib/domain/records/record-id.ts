import { type Collection, fieldWith } from '#domain/backend/collection.ts';
import type { FieldOf } from '#domain/backend/field.ts';

/** What says which ids the records of a collection can have; undefined where all collections have the same. */
export function idFieldOf(collection: Pick<Collection, 'fields'>): FieldOf<'text'> | undefined {
  const field = fieldWith(collection, 'id');
  return field?.type === 'text' && field.raw ? field : undefined;
}

function patternOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    // Only the backend knows whether a text fits.
    return undefined;
  }
}

/** The limits of an id. */
export interface IdForm extends Pick<FieldOf<'text'>, 'min' | 'max' | 'pattern'> {
  /** What the backend refuses although it fits the field. */
  readonly refused?: RegExp | undefined;
}

/** Whether an id of these limits can be this text. What is not sure, the backend decides. */
export function fitsId(text: string, { min, max, pattern, refused }: IdForm): boolean {
  const count = [...text].length;
  const isShort = typeof min === 'number' && count < min;
  const isLong = typeof max === 'number' && count > max;
  return (
    text !== '' && !isShort && !isLong && patternOf(pattern)?.test(text) !== false && !refused?.test(text)
  );
}

/** Of all collections whose backend has no field for it. */
const ID = /^[^@#$&|.,'"\\/\s]{15}$/;

/**
 * Whether a new record of the collection can have this id; without one, of a collection that does not say which.
 * @param refused see {@link IdForm}
 */
export function mayHaveId(id: string, collection?: Pick<Collection, 'fields'>, refused?: RegExp): boolean {
  const form = collection && idFieldOf(collection);
  return form ? fitsId(id, { ...form, refused }) : ID.test(id);
}
