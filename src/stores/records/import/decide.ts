import { findRecords, MAX_FOUND } from '#api/records/by-key.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { ownOf } from '#domain/app/own.ts';
import { randomId, randomPassword } from '#domain/app/random-secret.ts';
import { type Collection, relatedTo } from '#domain/collections/collection.ts';
import { type FormKind, type FormValues, isListValue, textOf } from '#domain/field-types/form-value.ts';
import { comparableKey, keyFilters } from '#domain/records/import/key-filter.ts';
import { hashMethod } from '#domain/records/import/password-hash.ts';
import type { ImportPlan, MappedColumn, RowProblem } from '#domain/records/import/plan.ts';
import { EMPTY_LIST } from '#domain/records/import/read-cell.ts';
import { changedFields } from '#domain/records/import/record-body.ts';
import type { FileChange } from '#domain/records/import/row-files.ts';
import type { ImportRow } from '#domain/records/import/table.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { type Link, readSurely } from '../link.ts';
import { type FileLink, fileChanges } from './files.ts';

/** What happens with a row. */
export type Decision = {
  readonly row: ImportRow;
  /** What a new user has in place of a password: nothing, or a hash of this method. */
  readonly instead?: string | undefined;
} & (
  | { readonly action: 'invalid'; readonly problems: readonly RowProblem[] }
  | { readonly action: 'unchanged' | 'skip' }
  | {
      readonly action: 'create' | 'update';
      readonly id: string;
      /** The fields to send, and their values. */
      readonly fields: readonly FormField[];
      readonly values: FormValues;
      readonly files: readonly FileChange[];
      /** Whether the password is a random one. It must not be shown or kept. */
      readonly isRandom?: boolean;
    }
);

/** Into what rows are imported. */
export interface Target {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  readonly plan: ImportPlan;
}

/** Lookups at the same time. */
const PARALLEL = 4;
/** Looked-up keys that are remembered of each relation. */
const MAX_KNOWN = 10_000;

/** The type of a field that the collection defines; the others are texts. */
const kindOf = (collection: Collection, name: string): FormKind | undefined =>
  collection.schema.find((field) => field.name === name)?.type;

async function findAll(
  collection: Collection,
  name: string,
  keys: Iterable<string>,
  fields: string,
  link: Link,
): Promise<ReadonlyMap<string, readonly RecordSource[]>> {
  const kind = kindOf(collection, name);
  const found = new Map<string, RecordSource[]>();
  let isCut = false;
  const find = async (filter: string) => {
    const query = { collection: collection.id, filter, fields };
    const sources = await readSurely(() => findRecords(query, link), link);
    isCut ||= sources.length === MAX_FOUND;
    for (const source of sources) {
      const key = comparableKey(String(ownOf(source.record, name) ?? ''), kind);
      const others = found.get(key) ?? [];
      // Two filters can find the same record.
      if (!others.some(({ record }) => record.id === source.record.id)) found.set(key, [...others, source]);
    }
  };
  await inParallel(keyFilters(name, kind, keys), PARALLEL, find);
  // Many records of one key have left no room for those of others: each is searched alone.
  const left = isCut ? [...keys].filter((key) => (found.get(key)?.length ?? 0) < 2) : [];
  await inParallel(
    left.flatMap((key) => keyFilters(name, kind, [key])),
    PARALLEL,
    find,
  );
  return found;
}

/** Replaces the looked-up texts of a relation by ids, for a batch of rows. */
function createRelationLookup({ field, key }: MappedColumn, related: Collection, link: Link) {
  const kind = kindOf(related, key);
  const known = new Map<string, readonly string[]>();
  return async (rows: readonly ImportRow[]) => {
    const textsOf = ({ values }: ImportRow) => {
      const value = ownOf(values, field.name);
      const texts = isListValue(value) ? value : [textOf(value)];
      return texts.filter((text) => text !== '').map((text) => comparableKey(text, kind));
    };
    if (known.size > MAX_KNOWN) known.clear();
    const unknown = new Set(rows.flatMap(textsOf).filter((text) => !known.has(text)));
    const found = await findAll(related, key, unknown, key === 'id' ? 'id' : `id,${key}`, link);
    for (const text of unknown)
      known.set(
        text,
        (found.get(text) ?? []).map(({ record }) => record.id),
      );
    return (row: ImportRow): { readonly ids: readonly string[]; readonly problem?: RowProblem } => {
      const texts = textsOf(row);
      const isBad = (text: string) => {
        const { length } = known.get(text) ?? [];
        return length !== 1 && !(text === EMPTY_LIST && length === 0);
      };
      const bad = texts.find(isBad);
      const ids = texts.flatMap((text) => known.get(text) ?? []);
      if (bad === undefined) return { ids };
      const message = known.get(bad)?.length
        ? `Several records of ${related.name} have ${key} “${bad}”.`
        : `No record of ${related.name} has ${key} “${bad}”.`;
      return { ids, problem: { field: field.name, message } };
    };
  };
}

/** Whether rows may refer to rows above them, which the backend needs to have stored before. */
export const mayReferToRows = ({ collection, collections, plan }: Target): boolean =>
  plan.columns.some(({ field }) => field.field && relatedTo(field.field, collections)?.id === collection.id);

/**
 * Returns a function that finds out what happens with the rows of a batch. `checksIds` looks for related records whose
 * ids are in the file, which the backend does too when a record is saved. The function throws ApiError.
 */
export function createDecider({ collection, collections, plan }: Target, link: FileLink, checksIds: boolean) {
  const fields = plan.columns.map(({ field }) => field);
  const hasId = fields.some(({ kind }) => kind === 'id');
  const password =
    collection.type === 'auth'
      ? formFieldsOf(collection, true).find(({ kind }) => kind === 'password')
      : undefined;
  const match = plan.match || (hasId ? 'id' : '');
  const matchKind = kindOf(collection, match);
  const lookups = plan.columns.flatMap((mapped) => {
    const related = mapped.field.field && relatedTo(mapped.field.field, collections);
    if (mapped.field.kind !== 'relation' || !related) return [];
    // Rows of the file itself may be meant.
    const isOwn = related.id === collection.id;
    if (mapped.key === 'id' && (isOwn || !checksIds)) return [];
    return [{ name: mapped.field.name, of: createRelationLookup(mapped, related, link) }];
  });

  const keyOf = ({ values }: ImportRow) => comparableKey(textOf(ownOf(values, match)), matchKind);

  async function decide(row: ImportRow, found: readonly RecordSource[]): Promise<Decision> {
    const invalid = (message: string, field = match): Decision => ({
      row,
      action: 'invalid',
      problems: [{ field, message }],
    });
    const { values } = row;
    const [stored, second] = found;
    if (row.problems.length) return { row, action: 'invalid', problems: row.problems };
    if (plan.match && plan.match !== 'id' && !keyOf(row))
      return invalid('Empty: nothing to find a record by.');
    if (second) return invalid('Several records have this value.');
    if (stored) {
      if (!plan.match) return invalid('A record with this id exists.');
      if (plan.onMatch === 'skip') return { row, action: 'skip' };
      const changed = changedFields(fields, values, stored);
      const files = await fileChanges(row, stored, collection, link);
      const { id } = stored.record;
      return changed.length || files.length
        ? { row, action: 'update', id, fields: changed, values, files }
        : { row, action: 'unchanged' };
    }
    const text = textOf(ownOf(values, 'password'));
    const instead = password && (text ? hashMethod(text) : '');
    if (instead === '' && !plan.randomPasswords)
      return { ...invalid('A new record needs a password.', 'password'), instead };
    const isRandom = instead !== undefined && !(instead && plan.keepsHashes);
    const named = fields.filter(({ kind, name }) => kind !== 'id' && Object.hasOwn(values, name));
    const id = textOf(ownOf(values, 'id')) || randomId();
    const files = Object.entries(row.files)
      .filter(([, added]) => added.length)
      .map(([field, added]) => ({ field, kept: [], added }));
    const created = { row, action: 'create', id, fields: named, values, files, instead } as const;
    if (!isRandom || !password) return created;
    return {
      ...{ ...created, isRandom },
      fields: [...named.filter(({ kind }) => kind !== 'password'), password],
      values: { ...values, password: randomPassword() },
    };
  }

  return async (rows: readonly ImportRow[]): Promise<readonly Decision[]> => {
    let resolved = rows;
    for (const { name, of } of lookups) {
      const idsOf = await of(resolved);
      resolved = resolved.map((row) => {
        if (!Object.hasOwn(row.values, name)) return row;
        const { ids, problem } = idsOf(row);
        return {
          ...row,
          values: { ...row.values, [name]: ids },
          problems: problem ? [...row.problems, problem] : row.problems,
        };
      });
    }
    const keys = match
      ? resolved
          .filter(({ problems }) => !problems.length)
          .map(keyOf)
          .filter(Boolean)
      : [];
    const stored = await findAll(collection, match, keys, '', link);
    const decisions: Decision[] = [];
    await inParallel(resolved.entries(), PARALLEL, async ([at, row]) => {
      decisions[at] = await decide(row, (match && stored.get(keyOf(row))) || []);
    });
    return decisions;
  };
}
