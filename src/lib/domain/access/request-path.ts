import { members, parseJson, text } from '#domain/app/lenient.ts';
import { ownOf } from '#domain/app/own.ts';
import { storedJson } from '#domain/app/text-in-json.ts';
import { backRelation } from '#domain/collections/back-relations.ts';
import type { Collection, SchemaField } from '#domain/collections/collection.ts';
import type { RuleName } from '#domain/collections/editor/rules.ts';
import { type PointingField, type SchemaIndex, schemaIndex } from '#domain/collections/schema-index.ts';
import { AUTH_FIELDS, systemFieldNames } from '#domain/collections/system-fields.ts';
import { hasMultiple, isMultiple, valuesOf } from '#domain/field-types/field-type.ts';
import type { RecordData } from '#domain/records/record.ts';
import type { EstimatedRequest } from './request.ts';

/** Why it can't be told what a rule lets through for a user; the message is a sentence. */
export class CannotTry extends Error {}

/** The values of a path of the request, as the backend compares them. */
export interface RequestValues {
  /** Never empty: null stands for what is not there. */
  readonly values: readonly unknown[];
  /** Whether a record can have several values there, of which all must match, or any with `?` operators. */
  readonly isMany: boolean;
  /** The type of the stored values. Undefined for a value of the request itself, which the backend compares as it is. */
  readonly stored?: 'text' | 'number' | 'bool' | 'json';
}

/** Reads records as an administrator. */
export interface RecordSourceOfPaths {
  /** Undefined when there is none. */
  readonly load: (collection: string, id: string) => Promise<RecordData | undefined>;
  /** Those that refer to a record by a relation, at most `limit`. */
  readonly referring: (relation: PointingField, id: string, limit: number) => Promise<readonly RecordData[]>;
}

/** More related records than this make a filter too long for an address. */
const MAX_ROWS = 40;

/** The methods of requests by the rule that decides about them. */
const METHODS = {
  listRule: 'GET',
  viewRule: 'GET',
  createRule: 'POST',
  updateRule: 'PATCH',
  deleteRule: 'DELETE',
  // It adds to the rule of an update, or of a create.
  manageRule: 'PATCH',
} as const satisfies Record<RuleName, string>;

type Row = RecordData | undefined;

const one = (value: unknown): RequestValues => ({ values: [value], isMany: false });

const NOTHING = one(null);

/** Values of the user that are part of the request; all others are read from the stored record. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['id', 'created', 'updated', 'collectionId', 'collectionName'],
  ...AUTH_FIELDS,
]);

const splitModifier = (name: string): readonly [name: string, modifier: string | undefined] => {
  const at = name.indexOf(':');
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + 1)];
};

const orNull = <T>(items: readonly T[]): readonly (T | null)[] => (items.length ? items : [null]);

/** The value at the end of a path through JSON; null where there is none. */
function nested(value: unknown, names: readonly string[]): unknown {
  let at = value;
  for (const name of names) at = Array.isArray(at) ? at[Number(name)] : ownOf(members(at), name);
  return at ?? null;
}

function fieldValues(field: SchemaField, modifier: string | undefined, rows: readonly Row[]): RequestValues {
  const { name, type } = field;
  const values = rows.map((row) => row?.[name] ?? null);
  const isMany = rows.length > 1;
  // The backend reads a text such as 5 or true as JSON, which has no items.
  if (
    modifier !== undefined &&
    !isMultiple(field) &&
    values.some((value) => parseJson(text(value)) !== undefined)
  )
    throw new CannotTry(`:${modifier} is not for the value of ${name}.`);
  if (modifier === 'length' && hasMultiple(type))
    return { values: values.map((value) => valuesOf(value).length), isMany, stored: 'number' };
  if (modifier === 'each' && type === 'select') {
    const each = values.flatMap<unknown>((value) => (isMultiple(field) ? orNull(valuesOf(value)) : [value]));
    return { values: each, isMany: isMany || isMultiple(field), stored: 'text' };
  }
  if (modifier !== undefined) throw new CannotTry(`:${modifier} is not for values of the user.`);
  if (type === 'json' || type === 'number' || type === 'bool') return { values, isMany, stored: type };
  if (!isMultiple(field)) return { values, isMany, stored: 'text' };
  return { values: values.map((value) => value && storedJson(value)), isMany, stored: 'text' };
}

/** Whether a name has the form of a back relation, of a field that there is. */
function isVia(name: string, index: SchemaIndex): boolean {
  const [, from = '', to = ''] = /^(.+)_via_(.+)$/.exec(name) ?? [];
  const collection = index.byName(from);
  return collection !== undefined && index.field(collection, to) !== undefined;
}

/** Whether an index lets a record be referred to only once: the backend takes that for a single value. */
const isUnique = ({ collection, field }: PointingField): boolean =>
  !isMultiple(field) &&
  collection.indexes.some((sql) =>
    new RegExp(
      `^\\s*create\\s+unique\\s.*\\(\\s*\\W?${field.name}\\W?(\\s+collate\\s+\\w+)?(\\s+(asc|desc))?\\s*\\)`,
      'is',
    ).test(sql),
  );

/** Follows a path from records through relations and back relations. */
async function follow(
  start: { readonly collection: Collection; readonly rows: readonly Row[]; readonly isMany: boolean },
  names: readonly string[],
  index: SchemaIndex,
  source: RecordSourceOfPaths,
): Promise<RequestValues> {
  let { collection, rows, isMany } = start;
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1;
    const field = index.field(collection, isLast ? splitModifier(name)[0] : name);
    if (isLast) {
      if (systemFieldNames(collection.type).includes(name)) {
        const isBool = name === 'verified' || name === 'emailVisibility';
        return { values: rows.map((row) => row?.[name] ?? null), isMany, stored: isBool ? 'bool' : 'text' };
      }
      if (!field) return NOTHING;
      const found = fieldValues(field, splitModifier(name)[1], rows);
      return { ...found, isMany: found.isMany || isMany };
    }
    if (field?.type === 'json') {
      const rest = names.slice(at + 1);
      return { values: rows.map((row) => nested(row?.[field.name], rest)), isMany, stored: 'json' };
    }
    const back = field ? undefined : backRelation(name, collection, index);
    const target = back?.collection ?? (field && index.target(field));
    if (!target) {
      if (field || isVia(name, index))
        throw new CannotTry(
          `${name} leads nowhere from ${collection.name}: the backend refuses the request.`,
        );
      return NOTHING;
    }
    const nextRows: Row[] = [];
    for (const row of rows) {
      const found: readonly Row[] = back
        ? row
          ? await source.referring(back, row.id, MAX_ROWS + 1)
          : []
        : await Promise.all(valuesOf(row?.[field?.name ?? '']).map((id) => source.load(target.id, id)));
      nextRows.push(...(found.length ? found : [undefined]));
      if (nextRows.length > MAX_ROWS) throw new CannotTry(`${name} leads to more than ${MAX_ROWS} records.`);
    }
    isMany ||= back ? !isUnique(back) : field !== undefined && isMultiple(field);
    rows = nextRows;
    collection = target;
  }
  return NOTHING;
}

/**
 * The values at a path that begins with `@request.`.
 * @throws CannotTry, or the error of `source`
 */
export async function requestValues(
  path: string,
  request: EstimatedRequest,
  collections: readonly Collection[],
  source: RecordSourceOfPaths,
): Promise<RequestValues> {
  const [, part = '', ...names] = path.split('.');
  const { subject, operation } = request;
  const index = schemaIndex(collections);
  if (part === 'method') return one(METHODS[operation]);
  if (part === 'context') return one('default');
  if (names.length === 0) throw new CannotTry(`${path} is not a single value.`);
  if (part === 'auth') {
    if (!subject) return NOTHING;
    const [name = ''] = names;
    const { collection: own, record } = subject;
    if (names.length === 1 && PLAIN.has(name)) return one(record[name] ?? null);
    return follow({ collection: own, rows: [record], isMany: false }, names, index, source);
  }
  if (part === 'data' && METHODS[operation] === 'GET') {
    // Browsers send no data with it.
    const [, modifier] = splitModifier(names.at(-1) ?? '');
    if (modifier === undefined) return NOTHING;
    if (modifier === 'isset') return { values: [false], isMany: false, stored: 'bool' };
  }
  if (part === 'data' || part === 'query' || part === 'headers')
    throw new CannotTry(`It depends on ${path}.`);
  throw new CannotTry(`${path} is unknown.`);
}
