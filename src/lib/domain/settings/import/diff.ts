import { ownOf } from '#domain/app/own.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { type CollectionChange, isSameField } from './changes.ts';
import { fieldId, fieldName, fieldsOf, isView, type RawCollection, type RawField } from './raw.ts';

/** `added` and `removed`: only one side has a value. */
export type DiffKind = 'same' | 'changed' | 'added' | 'removed';

/** A row of the side-by-side table: a property with its old and new value as text. */
export interface DiffRow {
  /** Such as `listRule` or `options`; different in each row of a group. */
  readonly prop: string;
  /** Undefined: this side has no such property, and its cell is blank. */
  readonly old: string | undefined;
  readonly new: string | undefined;
  readonly kind: DiffKind;
}

/** The rows of a field under the heading 'field: {name}'. */
export interface DiffField {
  /** Different in each field of a diff. */
  readonly key: string;
  /** After the import; of a removed field, its existing name. */
  readonly name: string;
  readonly kind: DiffKind;
  /** The mark of the heading; undefined for a field without changes. */
  readonly mark: string | undefined;
  readonly rows: readonly DiffRow[];
}

/** The table of one change. */
export interface CollectionDiff {
  readonly rows: readonly DiffRow[];
  /** Removed fields first, then the fields in the order of the import. */
  readonly fields: readonly DiffField[];
}

/** Properties of a collection in the order of the table; `schema` has its own groups. */
const PROPS = [
  'id',
  'name',
  'type',
  'system',
  'listRule',
  'viewRule',
  'createRule',
  'updateRule',
  'deleteRule',
  'indexes',
  'options',
];
const NO_PROPS: readonly string[] = ['schema', 'created', 'updated'];

const isText = (value: unknown): value is string => typeof value === 'string';

/** A value of a collection as text: a text as it is, a list of texts in lines, and anything else as indented JSON. */
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

/** The row of one property of two objects. */
export function rowOf(prop: string, before: RawField, after: RawField): DiffRow {
  const [old, fresh] = [ownOf<unknown>(before, prop), ownOf<unknown>(after, prop)];
  return { prop, old: cellText(old), new: cellText(fresh), kind: kindOf(old, fresh) };
}

function collectionRows(
  old: RawCollection | undefined,
  fresh: RawCollection | undefined,
): readonly DiffRow[] {
  const more = Object.keys(old ?? {}).filter((name) => !PROPS.includes(name) && !NO_PROPS.includes(name));
  return [...PROPS, ...more]
    .map((prop) => rowOf(prop, old ?? {}, fresh ?? {}))
    .filter((row) => row.old !== undefined || row.new !== undefined);
}

/** `hasData` is false for the fields of a view. */
function markOf(kind: DiffKind, name: string, hasData: boolean): string | undefined {
  if (kind === 'removed') {
    return hasData ? `Deleted - All stored data related to ${name} will be deleted!` : 'Deleted';
  }
  if (kind === 'added') return 'Added';
  return kind === 'changed' ? 'Changed' : undefined;
}

interface FieldSides {
  readonly key: string;
  readonly old?: RawField | undefined;
  readonly fresh?: RawField | undefined;
}

function diffField({ key, old, fresh }: FieldSides, hasData: boolean): DiffField {
  const name = fieldName(fresh ?? old ?? {});
  const kind = old && fresh ? (isSameField(old, fresh) ? 'same' : 'changed') : kindOf(old, fresh);
  // The backend ignores members that it does not have.
  const rows = Object.keys(old ?? fresh ?? {}).map((prop) => rowOf(prop, old ?? {}, fresh ?? {}));
  return { key, name, kind, mark: markOf(kind, name, hasData), rows };
}

/** The side-by-side table of one change. */
export function diffOf(change: CollectionChange): CollectionDiff {
  const oldFields = change.old ? fieldsOf(change.old) : [];
  const newFields = change.new ? fieldsOf(change.new) : [];
  const before = new Map(oldFields.map((field) => [fieldId(field), field]));
  const kept = new Set(newFields.map(fieldId));
  const removed = oldFields.filter((field) => !kept.has(fieldId(field)));
  const sides: FieldSides[] = [
    ...removed.map((old, index) => ({ key: `removed ${index}`, old })),
    ...newFields.map((fresh, index) => ({ key: `new ${index}`, old: before.get(fieldId(fresh)), fresh })),
  ];
  const hasData = !(change.old && isView(change.old));
  return {
    rows: collectionRows(change.old, change.new),
    fields: sides.map((side) => diffField(side, hasData)),
  };
}
