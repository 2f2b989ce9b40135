import type { ColumnType } from '#domain/field-types/field-type.ts';

/**
 * What is escaped by a backslash in a quoted text of a filter: only the quote around it, and any other backslash is
 * itself; or also `\`, `'`, `"`, and a line break, return or tab as `\n`, `\r`, `\t`.
 */
export type Escapes = 'quote' | 'more';

/** What may follow a path after a colon. */
export interface Modifier {
  readonly name: string;
  /** Offered after lists of values, after texts, or after anything that a request sends. */
  readonly fits: 'lists' | 'texts' | 'sent';
  /** Whether the backend takes it after fields of stored records, too; 'maybe': only some versions, so it is not offered. */
  readonly isForStored: boolean | 'maybe';
  /** Of its values; undefined for the type of its field. */
  readonly type?: ColumnType;
}

/** The most that a request for a list of records can have. */
export interface ListLimits {
  /** Bytes of the query, encoded as the backend counts it; above, a relation is expanded by a request of its own. */
  readonly query: number;
  /** Bytes of the filter. */
  readonly filter: number;
  readonly comparisons: number;
  /** Fields to sort by. */
  readonly sorts: number;
}

/** How a backend writes filters and rules, beside what is the same everywhere (`domain/model/filter`). */
export interface Dialect {
  /** The part of `@request` that a request sends: `@request.data.title`. */
  readonly body: string;
  /** With the types of their values, in the order in which they are offered. */
  readonly macros: Readonly<Record<string, ColumnType>>;
  /** Others that only some versions know. */
  readonly otherMacros: Readonly<Record<string, ColumnType>>;
  readonly modifiers: readonly Modifier[];
  /** The names of those that some version knows. */
  readonly functions: readonly string[];
  readonly limits: ListLimits;
}
