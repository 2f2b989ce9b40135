import type { Json } from './admin-api.ts';

export type FieldType =
  | 'text'
  | 'number'
  | 'bool'
  | 'email'
  | 'url'
  | 'editor'
  | 'date'
  | 'select'
  | 'json'
  | 'file'
  | 'relation';

/** A field of a new collection; missing options get PocketBase's defaults. */
export interface FieldInput {
  id?: string;
  name: string;
  type: FieldType;
  required?: boolean;
  presentable?: boolean;
  options?: Json;
}

export interface CollectionInput {
  id?: string;
  name: string;
  type?: 'base' | 'auth' | 'view';
  schema?: FieldInput[];
  indexes?: string[];
  options?: Json;
  listRule?: string | null;
  viewRule?: string | null;
  createRule?: string | null;
  updateRule?: string | null;
  deleteRule?: string | null;
}

/** Shorthand for a schema field: `field('tags', 'select', { options: { values: ['a'], maxSelect: 1 } })`. */
export function field(
  name: string,
  type: FieldType = 'text',
  rest: Omit<FieldInput, 'name' | 'type'> = {},
): FieldInput {
  return { name, type, ...rest };
}

/** PocketBase refuses fields of these types without these options. */
const REQUIRED_OPTIONS: Partial<Record<FieldType, Json>> = {
  select: { maxSelect: 1, values: ['one', 'two', 'three'] },
  json: { maxSize: 2_000_000 },
  file: { maxSelect: 1, maxSize: 5_242_880 },
  relation: { cascadeDelete: false, maxSelect: 1 },
};

const AUTH_OPTIONS: Json = {
  allowEmailAuth: true,
  allowUsernameAuth: true,
  allowOAuth2Auth: true,
  minPasswordLength: 8,
};

/** The collection in the shape of the API, with the options that PocketBase does not fill in. */
export function completeCollection(input: CollectionInput): CollectionInput & { type: string } {
  const type = input.type ?? 'base';
  const schema = (input.schema ?? []).map((one) => ({
    ...one,
    options: { ...REQUIRED_OPTIONS[one.type], ...one.options },
  }));
  const options = type === 'auth' ? { ...AUTH_OPTIONS, ...input.options } : (input.options ?? {});
  return { ...input, type, schema, options };
}
