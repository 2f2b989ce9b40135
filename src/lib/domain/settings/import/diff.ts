import { diffWordsWithSpace } from 'diff';
import { type JsonObject, ownOf } from '#domain/app/lenient.ts';
import type { ConfigurationFormat } from '#domain/backend/configuration.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { type CollectionChange, fieldPairs, isSameEntry } from './outcome.ts';

/** `added` and `removed`: only one side has a value. */
export type DiffKind = 'same' | 'changed' | 'added' | 'removed';

export interface DiffRow {
  /** `listRule` or `options`; different in each row of a group. */
  readonly prop: string;
  /** Undefined: this side has no such property, and its cell is blank. */
  readonly old: string | undefined;
  readonly new: string | undefined;
  readonly kind: DiffKind;
}

/** Under the heading 'field: {name}'. */
export interface DiffField {
  /** Different in each field of a diff. */
  readonly key: string;
  /** After the import; of a removed field, its existing name. */
  readonly name: string;
  readonly kind: DiffKind;
  /** In the heading; empty for a field without changes. */
  readonly mark: string;
  readonly rows: readonly DiffRow[];
}

export interface CollectionDiff {
  readonly rows: readonly DiffRow[];
  /** Removed fields first, then in the order of the import. */
  readonly fields: readonly DiffField[];
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Texts as they are, lists of texts in lines, anything else as indented JSON. */
export function cellText(value: unknown): string | undefined {
  if (value === undefined || isText(value)) return value;
  if (Array.isArray(value) && value.every(isText)) return value.join('\n');
  return JSON.stringify(value, null, 4);
}

function kindOf(old: unknown, fresh: unknown): DiffKind {
  if (old === undefined) return 'added';
  if (fresh === undefined) return 'removed';
  return isSameStructure(old, fresh) ? 'same' : 'changed';
}

/** The row of one property with two values. */
export const rowOf = (prop: string, old: unknown, fresh: unknown): DiffRow => ({
  prop,
  old: cellText(old),
  new: cellText(fresh),
  kind: kindOf(old, fresh),
});

/** The rows of these properties of two objects. */
export const rowsOf = (props: Iterable<string>, old: JsonObject, fresh: JsonObject): readonly DiffRow[] =>
  Array.from(props, (prop) => rowOf(prop, ownOf(old, prop), ownOf(fresh, prop)));

/** The side-by-side table of one change. */
export function diffOf({ old, new: fresh }: CollectionChange, format: ConfigurationFormat): CollectionDiff {
  const [before, after] = [old, fresh].map((one) => (one ? format.members(one) : {})) as [
    JsonObject,
    JsonObject,
  ];
  // The backend ignores members that it does not have.
  const rows = rowsOf(new Set([...format.props, ...Object.keys(before)]), before, after);
  const fields = fieldPairs(old, fresh).map((pair, index): DiffField => {
    const name = (pair.fresh ?? pair.old)?.name ?? '';
    const [own, now] = [pair.old && format.field(pair.old), pair.fresh && format.field(pair.fresh)];
    const kind = own && now ? (isSameEntry(own, now) ? 'same' : 'changed') : kindOf(own, now);
    const removed =
      old?.type === 'view' ? 'Deleted' : `Deleted - All stored data related to ${name} will be deleted!`;
    const marks = { same: '', changed: 'Changed', added: 'Added', removed };
    const props = Object.keys(own ?? now ?? {});
    return { key: `${index}`, name, kind, mark: marks[kind], rows: rowsOf(props, own ?? {}, now ?? {}) };
  });
  return { rows: rows.filter((row) => row.old !== undefined || row.new !== undefined), fields };
}

/** Changed parts are missing on the other side. */
export interface DiffPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/**
 * Word by word; joined, the parts are the texts. Undefined when comparing takes more than `timeout` ms: then the whole
 * texts count as changed. Import this file only from popups and panels, for its library.
 */
export function diffSpans(old: string, fresh: string, timeout = 50) {
  const parts = diffWordsWithSpace(old, fresh, { timeout });
  if (!parts) return undefined;
  const side = (own: 'added' | 'removed', other: typeof own): readonly DiffPart[] =>
    parts.filter((part) => !part[other]).map((part) => ({ text: part.value, isChanged: part[own] }));
  return { old: side('removed', 'added'), new: side('added', 'removed') };
}
