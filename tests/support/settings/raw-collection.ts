import type { RawCollection, RawField } from '#domain/settings/import/raw.ts';

/** A collection as the API returns it, without its dates. */
export const rawOf = (
  id: string,
  name: string,
  schema: readonly RawField[] = [],
  rest: object = {},
): RawCollection => ({
  id,
  name,
  type: 'base',
  system: false,
  schema,
  indexes: [],
  listRule: null,
  viewRule: null,
  createRule: null,
  updateRule: null,
  deleteRule: null,
  options: {},
  ...rest,
});
