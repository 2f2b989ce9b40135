import type { Collection } from '#domain/backend/collection.ts';
import { readCollection } from '#wire/collections.ts';

interface FieldSketch {
  readonly id?: string;
  readonly name: string;
  readonly type: string;
  readonly presentable?: boolean;
  readonly required?: boolean;
  readonly options?: Record<string, unknown>;
}

/** A field. In a collection its id is `f_` and its name. */
export const field = (name: string, type = 'text', rest: Partial<FieldSketch> = {}): FieldSketch => ({
  name,
  type,
  ...rest,
});

/** A collection as parsed from the backend. Its id is `c_` and its name. */
export function collection(
  name: string,
  schema: readonly FieldSketch[] = [],
  rest: Readonly<Record<string, unknown>> = {},
): Collection {
  return readCollection({
    id: `c_${name}`,
    name,
    type: 'base',
    schema: schema.map((one) => ({ id: `f_${one.name}`, ...one })),
    ...rest,
  });
}

export const view = (name: string, query: string, schema: readonly FieldSketch[] = []): Collection =>
  collection(name, schema, { type: 'view', options: { query } });
