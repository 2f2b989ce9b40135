import type { JsonObject } from '#domain/app/is-object.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { RuleName } from '#domain/collections/editor/rules.ts';
import type { RecordData } from '#domain/records/record.ts';

/** What one may try; the name of its rule says which rule decides. */
export const OPERATIONS = {
  listRule: { label: 'List', method: 'GET' },
  viewRule: { label: 'View', method: 'GET' },
  createRule: { label: 'Create', method: 'POST' },
  updateRule: { label: 'Update', method: 'PATCH' },
  deleteRule: { label: 'Delete', method: 'DELETE' },
  // It adds to the rule of an update, or of a create.
  manageRule: { label: 'Manage', method: 'PATCH' },
} as const satisfies Record<RuleName, { label: string; method: string }>;

/** Who sends a request: a record of an auth collection, or a guest. */
export type Subject = { readonly collection: Collection; readonly record: RecordData } | undefined;

/** A request as the rules of a collection see it. */
export interface TriedRequest {
  readonly subject: Subject;
  readonly collection: Collection;
  readonly operation: RuleName;
  readonly data: JsonObject;
  readonly query: Readonly<Record<string, string>>;
  /** By name in lower case, with `_` in place of `-`. */
  readonly headers: Readonly<Record<string, string>>;
}
