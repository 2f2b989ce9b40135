import type { Dialect } from '#domain/backend/dialect.ts';
import type { Field, FieldType } from '#domain/backend/field.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';

const WITHOUT_LETTERS: ReadonlySet<FieldType> = new Set(['number', 'bool', 'date']);

/** What has a value: a field of a stored record, one of the user who sends a request, or one that a request sends. */
export type Holder = 'stored' | 'user' | 'body';

/** The modifiers that are offered after a field, without their colon; undefined is a system field. */
export const offeredModifiers = (
  { modifiers }: Dialect,
  holder: Holder,
  field: Field | undefined,
): readonly string[] =>
  modifiers.flatMap(({ name, fits, isForStored }) => {
    if (holder === 'stored' && !isForStored) return [];
    if (fits === 'sent') return holder === 'body' ? [name] : [];
    const isOffered =
      fits === 'lists' ? field && isMultiple(field) : !(field && WITHOUT_LETTERS.has(field.type));
    return isOffered ? [name] : [];
  });

/** Whether the backend takes a modifier after a field of a stored record. */
export const modifiesStored = ({ modifiers }: Dialect, modifier: string | undefined): boolean =>
  modifiers.some(({ name, isForStored }) => isForStored && name === modifier);
