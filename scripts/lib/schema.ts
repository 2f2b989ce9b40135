import type { AuthOptions, Collection } from '#domain/backend/collection.ts';
import type { Field, FieldOf } from '#domain/backend/field.ts';
import { blankCollection, blankField, readCollection, writeCollection } from '#wire/collections.ts';
import type { AdminApi, Json } from './admin-api.ts';

/** The types of fields that the backend has. */
export type FieldType = Parameters<typeof blankField>[0];

type Members<Type extends FieldType> = Partial<Omit<FieldOf<Type>, 'name' | 'type'>>;

/** A field of a new collection; what it does not say is as the backend's own dashboard offers it. */
export type FieldInput = { [Type in FieldType]: { name: string; type: Type } & Members<Type> }[FieldType];

type EmailOptions = NonNullable<AuthOptions['email']>;
export type AuthInput = Partial<Omit<AuthOptions, 'email'>> & { email?: Partial<EmailOptions> };

/** A new collection; what it does not say is as the backend's own dashboard offers it. */
export interface CollectionInput extends Partial<Omit<Collection, 'name' | 'fields' | 'auth'>> {
  name: string;
  fields?: readonly (FieldInput | Field)[];
  auth?: AuthInput;
}

/** Shorthand for a field: `field('tags', 'select', { choices: ['red', 'blue'], many: 2 })`. */
export function field<Type extends FieldType = 'text'>(
  name: string,
  type: Type = 'text' as Type,
  rest: Members<Type> = {},
): FieldInput {
  return { ...rest, name, type } as FieldInput;
}

/** With what the input does not say. */
const completeField = (input: FieldInput | Field): Field =>
  ({
    ...blankField(input.type as FieldType),
    // The backend refuses a list without choices.
    ...(input.type === 'select' ? { choices: ['one', 'two', 'three'] } : {}),
    ...input,
  }) as Field;

/** The collection as the body of a request, and as an entry of an export. */
export function completeCollection({ fields = [], auth, ...rest }: CollectionInput): Json {
  const blank = blankCollection(rest.type ?? 'base');
  return writeCollection({
    ...blank,
    ...rest,
    fields: fields.map(completeField),
    auth: withAuth(blank.auth, auth),
  });
}

/** Changes a stored collection as another administrator does: what is not named stays. */
export async function updateCollection(
  api: AdminApi,
  id: string,
  change: (stored: Collection) => Partial<CollectionInput>,
): Promise<Collection> {
  const path = `/api/collections/${id}`;
  const stored = readCollection(await api.get(path));
  const { fields = stored.fields, auth, ...rest } = change(stored);
  const next = { ...stored, ...rest, fields: fields.map(completeField), auth: withAuth(stored.auth, auth) };
  return readCollection(await api.patch(path, writeCollection(next)));
}

const withAuth = (auth: AuthOptions | undefined, input: AuthInput | undefined): AuthOptions | undefined =>
  auth && { ...auth, ...input, email: auth.email && { ...auth.email, ...input?.email } };
