import type { Collection } from '#domain/collections/collection.ts';
import type { RuleName } from '#domain/collections/editor/rules.ts';
import type { RecordData } from '#domain/records/record.ts';

/** Who sends a request: a record of an auth collection, or a guest. */
export type Subject = { readonly collection: Collection; readonly record: RecordData } | undefined;

/** A request whose rule is estimated: what it sends beside its kind is not known. */
export interface EstimatedRequest {
  readonly subject: Subject;
  readonly collection: Collection;
  readonly operation: RuleName;
}
