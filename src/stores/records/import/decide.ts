import { toApiError } from '#api/client.ts';
import { findRecords, MAX_FOUND } from '#api/records/by-key.ts';
import { type FileLoader, getFileSize } from '#api/records/load-file.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { seededNumbers } from '#domain/app/random-number.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { isProtected } from '#domain/field-types/file-type.ts';
import { type FormValues, textOf } from '#domain/field-types/form-value.ts';
import { comparableKey, keyFilters } from '#domain/records/import/key-filter.ts';
import { newId } from '#domain/records/import/new-id.ts';
import { isOwnColumn, kindOf, type OwnRows, type Target, textsOf } from '#domain/records/import/own-rows.ts';
import type { MappedColumn, RowProblem } from '#domain/records/import/plan.ts';
import { type FileChange, fileChange } from '#domain/records/import/row-files.ts';
import type { ImportRow } from '#domain/records/import/table.ts';
import type { RowIds } from '#domain/records/import/unfinished.ts';
import { changedFields, EMPTY_LIST, hashMethod } from '#domain/records/import/values.ts';
import { type FormField, formFieldsOf, isOfAccount } from '#domain/records/panel/fields.ts';
import { randomPassword } from '#domain/records/panel/secret.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { dialect } from '#stores/app/dialect.ts';
import { type Link, readSurely } from '#stores/job/retry.ts';

export interface FileLink extends Link {
  readonly withToken: FileLoader;
}

export type Decision = {
  readonly row: ImportRow;
  /** What a new user has in place of a password: nothing, or a hash of this method. */
  readonly instead?: string | undefined;
  /** Whether references to rows below are left out, which are set when all rows are stored. */
  readonly isPartial?: boolean;
} & (
  | { readonly action: 'invalid'; readonly problems: readonly RowProblem[] }
  | { readonly action: 'unchanged' | 'skip' }
  | {
      readonly action: 'create' | 'update';
      readonly id: string;
      readonly fields: readonly FormField[];
      readonly values: FormValues;
      readonly files: readonly FileChange[];
      /** Whether the password is a random one. It must not be shown or kept. */
      readonly isRandom?: boolean;
    }
);

export type Write = Extract<Decision, { action: 'create' | 'update' }>;

/** What makes the files of a record those of a row, by field; undefined `stored` for a new one. Throws ApiError. */
export async function fileChanges(
  { files }: ImportRow,
  stored: RecordSource | undefined,
  { fields }: Collection,
  link: FileLink,
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const [name, wanted] of Object.entries(files)) {
    const needsToken = isProtected(fields.find((field) => field.name === name));
    const sizeOf = async (file: string) => {
      if (!stored) return undefined;
      const load = (token?: string) => getFileSize(stored.record, file, { token, signal: link.signal });
      return readSurely(() => (needsToken ? link.withToken(load) : load()), link).catch((thrown: unknown) => {
        // It is not in the storage any more: it has to be added again.
        if (toApiError(thrown).status !== 404) throw thrown;
        return undefined;
      });
    };
    const names = valuesOf(stored && ownOf(stored.record, name));
    const change = await fileChange(name, wanted, names, sizeOf);
    if (change) changes.push(change);
  }
  return changes;
}

const PARALLEL = 4;
const MAX_KNOWN = 10_000;

/** The records that have one of these keys in a field. Throws ApiError. */
async function findAll(
  collection: Collection,
  name: string,
  keys: Iterable<string>,
  fields: string,
  link: Link,
): Promise<ReadonlyMap<string, readonly RecordSource[]>> {
  const kind = kindOf(collection, name);
  const { limits } = dialect();
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
  await inParallel(keyFilters(name, kind, keys, limits), PARALLEL, find);
  // Many records of one key have left no room for those of others: each is searched alone.
  const left = isCut ? [...keys].filter((key) => (found.get(key)?.length ?? 0) < 2) : [];
  const alone = left.flatMap((key) => keyFilters(name, kind, [key], limits));
  await inParallel(alone, PARALLEL, find);
  return found;
}

interface Meant {
  readonly ids: readonly string[];
  readonly problem?: RowProblem;
  /** Whether a row is meant that is not stored yet, and comes later. */
  readonly isPartial?: boolean;
}

/** Turns texts of a relation into ids; `own` are rows of the file that may be meant, all stored with `links`. */
function createRelationLookup(
  { column, field, key }: MappedColumn,
  related: Collection,
  link: Link,
  { own, links = false }: { readonly own?: OwnRows | undefined; readonly links?: boolean | undefined } = {},
) {
  const kind = kindOf(related, key);
  const known = new Map<string, readonly string[]>();
  /** `isComing` tells of the rows of this batch whether they can be imported. */
  return async (rows: readonly ImportRow[], isComing: (row: number) => boolean = () => false) => {
    if (known.size > MAX_KNOWN) known.clear();
    const meant = (text: string) => own?.find(column, text) ?? [];
    // A row has its own id; any other field may have the same text in a stored record.
    const isNew = (text: string) =>
      key === 'id' && meant(text).some((row) => own?.ids.has(row) || isComing(row));
    const texts = rows.flatMap((row) => textsOf(row, field.name, kind));
    const unknown = new Set(texts.filter((text) => !known.has(text) && !isNew(text)));
    const found = await findAll(related, key, unknown, key === 'id' ? 'id' : `id,${key}`, link);
    for (const text of unknown) {
      const ids = found.get(text)?.map(({ record }) => record.id);
      known.set(text, ids ?? []);
    }
    return (row: ImportRow): Meant => {
      const idsOf = (text: string) => {
        const inFile = meant(text).flatMap((other) => own?.ids.get(other) ?? []);
        return [...new Set([...inFile, ...(known.get(text) ?? [])])];
      };
      const all = textsOf(row, field.name, kind).map((text) => ({ text, ids: idsOf(text) }));
      const isLater = !links && own?.circular.has(row.index) === true;
      const missing = all.filter(({ text, ids }) => !ids.length && text !== EMPTY_LIST);
      const isPartial = isLater && missing.some(({ text }) => meant(text).length);
      const bad =
        all.find(({ ids }) => ids.length > 1) ?? missing.find(({ text }) => !(isLater && meant(text).length));
      const ids = all.flatMap((one) => one.ids);
      if (!bad) return { ids, isPartial };
      const named = `${key} “${bad.text}”`;
      const message = bad.ids.length
        ? `Several records of ${related.name} have ${named}.`
        : meant(bad.text).length
          ? `The row with ${named} can’t be imported.`
          : `No record of ${related.name} has ${named}.`;
      return { ids, problem: { field: field.name, message } };
    };
  };
}

/** The row with the ids that a relation means; without the field if they are not known yet. */
function withIds(row: ImportRow, { name }: FormField, { ids, problem, isPartial }: Meant): ImportRow {
  if (!Object.hasOwn(row.values, name)) return row;
  const { [name]: _, ...others } = row.values;
  return {
    ...row,
    values: isPartial ? others : { ...others, [name]: ids },
    problems: problem ? [...row.problems, problem] : row.problems,
  };
}

const inCircle = ({ name }: FormField): Meant => ({
  ids: [],
  problem: {
    field: name,
    message:
      'This row and others refer to one another in a circle. The field is required, so none can be first.',
  },
});

interface Options {
  /** Looks for related records whose ids are in the file, which the backend does too when a record is saved. */
  readonly checksIds?: boolean;
  readonly own?: OwnRows | undefined;
  /** Only sets references to other rows, all of which are stored. */
  readonly links?: boolean;
  readonly rowIds?: RowIds | undefined;
}

const OTHER_VALUES = 'A record was created for this row before, and has other values by now.';

/** Lookups for the relations of a file; with `links` only for those to its own rows. */
function createLookups(target: Target, link: FileLink, { checksIds, own, links }: Options) {
  return target.plan.columns.flatMap((mapped) => {
    const related = mapped.field.field && relatedTo(mapped.field.field, target.collections);
    if (mapped.field.kind !== 'relation' || !related) return [];
    const isOwn = own !== undefined && isOwnColumn(mapped, target);
    if (!isOwn && (links || (mapped.key === 'id' && !checksIds))) return [];
    const of = createRelationLookup(mapped, related, link, isOwn ? { own, links } : {});
    return [{ field: mapped.field, isOwn, of }];
  });
}

/** Returns a function that finds out what happens with rows, which may be a part of a batch. It throws ApiError. */
export function createDecider(target: Target, link: FileLink, options: Options = {}) {
  const { collection, plan } = target;
  const { own, links, rowIds } = options;
  const isLinked = (mapped: MappedColumn) => !links || isOwnColumn(mapped, target);
  const fields = plan.columns.filter(isLinked).map(({ field }) => field);
  const hasId = fields.some(({ kind }) => kind === 'id');
  const password = collection.type === 'auth' ? formFieldsOf(collection, true).find(isOfAccount) : undefined;
  // What this import has created before is found by the ids that it gives.
  const isAgain = !links && !plan.match && rowIds?.isAgain === true;
  const match = links || isAgain ? 'id' : plan.match || (hasId ? 'id' : '');
  const matchKind = kindOf(collection, match);
  const lookups = createLookups(target, link, options);

  const idOf = ({ index, values }: ImportRow) => {
    const known = own?.ids.get(index) ?? textOf(ownOf(values, 'id'));
    return known || newId(collection, rowIds && seededNumbers(rowIds.seed, index));
  };

  const keyOf = (row: ImportRow) =>
    links
      ? (own?.ids.get(row.index) ?? '')
      : comparableKey(isAgain ? idOf(row) : textOf(ownOf(row.values, match)), matchKind);

  function insteadOf({ values }: ImportRow): string | undefined {
    const text = textOf(ownOf(values, 'password'));
    return password && (text ? hashMethod(text) : '');
  }

  function refusalOf(row: ImportRow, [stored, second]: readonly RecordSource[]): Decision | undefined {
    const invalid = (message: string, field = match): Decision => ({
      row,
      action: 'invalid',
      problems: [{ field, message }],
    });
    if (row.problems.length) return { row, action: 'invalid', problems: row.problems };
    if (plan.match && plan.match !== 'id' && !keyOf(row))
      return invalid('Empty: nothing to find a record by.');
    if (second) return invalid('Several records have this value.');
    if (links) return stored ? undefined : invalid('The record was deleted meanwhile.', '');
    if (stored) return plan.match || isAgain ? undefined : invalid('A record with this id exists.');
    const instead = insteadOf(row);
    return instead === '' && !plan.randomPasswords
      ? { ...invalid('A new record needs a password.', 'password'), instead }
      : undefined;
  }

  async function decide(row: ImportRow, found: readonly RecordSource[]): Promise<Decision> {
    const refusal = refusalOf(row, found);
    if (refusal) return refusal;
    const { values } = row;
    const [stored] = found;
    if (stored && plan.onMatch === 'skip' && !links) return { row, action: 'skip' };
    const files = links ? [] : await fileChanges(row, stored, collection, link);
    if (stored) {
      const changed = changedFields(fields, values, stored);
      const { id } = stored.record;
      if (isAgain && (changed.length || files.length))
        return { row, action: 'invalid', problems: [{ field: '', message: OTHER_VALUES }] };
      return changed.length || files.length
        ? { row, action: 'update', id, fields: changed, values, files }
        : { row, action: 'unchanged' };
    }
    const instead = insteadOf(row);
    const isRandom = instead !== undefined && !(instead && plan.keepsHashes);
    const named = fields.filter(({ kind, name }) => kind !== 'id' && Object.hasOwn(values, name));
    const created = { row, action: 'create', id: idOf(row), fields: named, values, files, instead } as const;
    if (!isRandom || !password) return created;
    return {
      ...{ ...created, isRandom },
      fields: [...named.filter((field) => !isOfAccount(field)), password],
      values: { ...values, password: randomPassword(collection) },
    };
  }

  return async (rows: readonly ImportRow[]): Promise<readonly Decision[]> => {
    let resolved = rows;
    for (const { field, of, isOwn } of lookups) {
      if (isOwn) continue;
      const meant = await of(resolved);
      resolved = resolved.map((row) => withIds(row, field, meant(row)));
    }
    const keys = resolved.flatMap((row) => (row.problems.length ? [] : keyOf(row) || []));
    const stored = await findAll(collection, match, keys, '', link);
    const foundOf = (row: ImportRow) => stored.get(keyOf(row)) ?? [];
    const partial = new Set<number>();
    if (own) {
      const coming = new Set(resolved.flatMap((row) => (refusalOf(row, foundOf(row)) ? [] : [row.index])));
      // What is stored can be referred to at any time.
      for (const row of resolved) {
        const [found] = coming.has(row.index) ? foundOf(row) : [];
        if (found) own.ids.set(row.index, found.record.id);
      }
      const refs = lookups.filter(({ isOwn }) => isOwn);
      const meant = await Promise.all(refs.map(({ of }) => of(resolved, (row) => coming.has(row))));
      // In their order: what a row refers to has its id by then.
      resolved = resolved.map((row) => {
        let next = row;
        for (const [at, { field }] of refs.entries()) {
          const means = meant[at]?.(row) ?? { ids: [] };
          const mustHave = field.required && !foundOf(row).length;
          next = withIds(next, field, means.isPartial && mustHave ? inCircle(field) : means);
          if (means.isPartial) partial.add(row.index);
        }
        const isNew = coming.has(row.index) && !foundOf(row).length;
        if (isNew && next.problems.length) own.ids.delete(row.index);
        else if (isNew) own.ids.set(row.index, idOf(row));
        return next;
      });
    }
    const decisions: Decision[] = [];
    await inParallel(resolved.entries(), PARALLEL, async ([at, row]) => {
      decisions[at] = { ...(await decide(row, foundOf(row))), isPartial: partial.has(row.index) };
    });
    return decisions;
  };
}
