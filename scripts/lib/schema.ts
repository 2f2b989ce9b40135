import type { AuthOptions, Collection } from '#domain/backend/collection.ts';
import type { Field, FieldOf } from '#domain/backend/field.ts';
import { toCollection, toField } from '#domain/collections/editor/body.ts';
import { createField, newCollectionValues } from '#domain/collections/editor/values.ts';
import type { shownTypes } from '#domain/field-types/field-type.ts';
import { systemFields, writeCollection } from '#wire/save-collection.ts';
import type { Json } from './admin-api.ts';

/** The types of fields that every backend has. */
export type FieldType = (typeof shownTypes)[number];

type Members<Type extends FieldType> = Partial<Omit<FieldOf<Type>, 'name' | 'type'>>;

/** A field of a new collection; what it does not say is as the backend's own dashboard offers it. */
export type FieldInput = { [Type in FieldType]: { name: string; type: Type } & Members<Type> }[FieldType];

export type AuthInput = Partial<AuthOptions>;

/** A new collection; what it does not say is as the backend's own dashboard offers it. */
export interface CollectionInput extends Partial<Omit<Collection, 'name' | 'fields' | 'auth'>> {
  name: string;
  fields?: readonly (FieldInput | Field)[];
  auth?: AuthInput;
}

/** Shorthand for a field: `field('tags', 'select', { choices: ['red', 'blue'], max: 2 })`. */
export function field<Type extends FieldType = 'text'>(
  name: string,
  type: Type = 'text' as Type,
  rest: Members<Type> = {},
): FieldInput {
  return { ...rest, name, type } as FieldInput;
}

/** With what the input does not say. */
export const completeField = (input: FieldInput | Field): Field =>
  ({
    ...toField(createField('', '', input.type as FieldType)),
    // The backend refuses a list without choices.
    ...(input.type === 'select' ? { choices: ['one', 'two', 'three'] } : {}),
    ...input,
  }) as Field;

/** Where the backend adds no dates by itself, new collections begin with them. */
const DATES: readonly Field[] = [
  {
    ...toField(createField('', '', 'bool')),
    name: 'created',
    type: 'autodate',
    onCreate: true,
    onUpdate: false,
  },
  {
    ...toField(createField('', '', 'bool')),
    name: 'updated',
    type: 'autodate',
    onCreate: true,
    onUpdate: true,
  },
];

/** The collection as the body of a request, and as an entry of an export. */
export function completeCollection({ fields = [], auth, ...rest }: CollectionInput): Json {
  const type = rest.type ?? 'base';
  const blank = toCollection(newCollectionValues(type), undefined);
  const there = new Set([...systemFields(type, rest.query ?? ''), ...fields].map(({ name }) => name));
  const dates = type === 'view' ? [] : DATES.filter(({ name }) => !there.has(name));
  return writeCollection({
    ...blank,
    ...rest,
    fields: [...fields.map(completeField), ...dates],
    auth: blank.auth && {
      ...blank.auth,
      identityFields: blank.auth.identityFields.filter((name) => there.has(name)),
      ...auth,
    },
  });
}
