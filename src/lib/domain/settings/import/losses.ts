import { recordCount } from '#domain/app/count-text.ts';
import { formatStored, parseDate } from '#domain/app/date.ts';
import { list, ownOf, text } from '#domain/app/lenient.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { toField } from '#domain/collections/editor/body.ts';
import { choiceFilter, collectionOptionChange, fieldChanges } from '#domain/collections/editor/changes.ts';
import { findReferences, type Mention, type Reference } from '#domain/collections/editor/references.ts';
import { type FieldValues, valuesOf } from '#domain/collections/editor/values.ts';
import { ruleOf } from '#domain/collections/rules.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { byId, fieldPairs, indexKey, indexName, type Outcome, renamedFields } from './outcome.ts';

/* docs/settings.md says what PocketBase 0.22 does with stored data; import-losses.test.ts shows it. */

/** Stored data that an import deletes, or that no longer fits. */
export interface Loss {
  readonly kind:
    | 'collection-deleted'
    | 'field-removed'
    | 'to-single'
    | 'no-longer-unique'
    | 'index-removed'
    | 'misfit';
  readonly collectionId: string;
  /** Its name before the import. */
  readonly collection: string;
  readonly text: string;
  /** Undefined for the collection itself. */
  readonly fieldId?: string;
  /** 'posts.title', 'posts.*' or the index 'posts.idx_title'. */
  readonly path: string;
  /** Finds the affected records, empty for all; undefined if they can't be counted. */
  readonly filter: string | undefined;
}

export const staysStored = ({ kind }: Loss): boolean => kind === 'misfit';

type Misfit = Pick<Loss, 'filter'>;

const UNCOUNTED: Misfit = { filter: undefined };

type Narrower = (from: unknown, to: unknown, field: string) => Misfit | undefined;
type Read = (value: unknown) => number | undefined;
type FilterOf = (field: string, limit: number) => string | undefined;

/** A text whose length is compared, for which the filter has as many characters. */
const LONGEST = 1000;

const anyNumber: Read = (value) => (typeof value === 'number' ? value : undefined);
/** In most options, 0 means no limit. */
const positive: Read = (value) => (typeof value === 'number' && value > 0 ? value : undefined);
/** The backend also reads dates with an offset, such as `+02:00`. */
const OFFSET = /^\d{4}-\d\d-\d\d[ T].*[+-]\d\d:?\d\d$/;
const moment: Read = (value) => {
  const written = text(value);
  const time = OFFSET.test(written) ? Date.parse(written) : parseDate(written)?.getTime();
  return Number.isFinite(time) ? time : undefined;
};

const limit =
  (isStricter: (now: number, old: number) => boolean) =>
  (read: Read, filterOf?: FilterOf): Narrower =>
  (from, to, field) => {
    const [old, now] = [read(from), read(to)];
    // Which limit the backend has is not known here.
    if (to === 'default') return from === 'default' || old !== undefined ? undefined : UNCOUNTED;
    const isNarrower = now !== undefined && (old === undefined || isStricter(now, old));
    return isNarrower ? { filter: filterOf?.(field, now) } : undefined;
  };
const maximum = limit((max, old) => max < old);
const minimum = limit((min, old) => min > old);

/** Only texts with at least this many characters match it. */
const longText = (length: number): string => `"${'_'.repeat(length)}%"`;

const stored = (time: number): string => `"${formatStored(new Date(time))}"`;

const fewer = maximum(positive, (field, max) => `${field}:length > ${max}`);
const newRule: Narrower = (_from, to) => (to === true || text(to) !== '' ? UNCOUNTED : undefined);
const fewerDomains: Narrower = (from, to) => {
  const [old, now] = [list(from, text), list(to, text)];
  const isNarrower = now.length > 0 && (old.length === 0 || old.some((domain) => !now.includes(domain)));
  return isNarrower ? UNCOUNTED : undefined;
};
const moreDomains: Narrower = (from, to) =>
  list(to, text).every((domain) => list(from, text).includes(domain)) ? undefined : UNCOUNTED;

/** Checked again at each save, also of other values, unless empty or 0. Sizes and types of files are not. */
const NARROWERS: Readonly<Record<string, Narrower>> = {
  // Unlike in other options, 0 is a limit, and so is less: it allows no text.
  'text max': maximum(anyNumber, (field, max) =>
    max < LONGEST ? `${field} ~ ${longText(Math.max(max, 0) + 1)}` : undefined,
  ),
  'text min': minimum(positive, (field, min) =>
    min <= LONGEST ? `${field} != "" && ${field} !~ ${longText(min)}` : undefined,
  ),
  'text pattern': newRule,
  'number max': maximum(anyNumber, (field, max) => `${field} > ${max} && ${field} != 0`),
  'number min': minimum(anyNumber, (field, min) => `${field} < ${min} && ${field} != 0`),
  'number isWhole': newRule,
  'date max': maximum(moment, (field, max) => `${field} > ${stored(max)}`),
  'date min': minimum(moment, (field, min) => `${field} != "" && ${field} < ${stored(min)}`),
  'select max': fewer,
  'file max': fewer,
  'relation max': fewer,
  'relation min': minimum(positive, (field, min) => `${field}:length > 0 && ${field}:length < ${min}`),
  'json maxSize': maximum(positive),
  'email onlyDomains': fewerDomains,
  'email exceptDomains': moreDomains,
  'url onlyDomains': fewerDomains,
  'url exceptDomains': moreDomains,
  'auth onlyDomains': fewerDomains,
  'auth exceptDomains': moreDomains,
};

/** The backend stores 0 and false for no value. */
function hasValueFilter(field: Field): string {
  if (isMultiple(field)) return `${field.name}:length > 0`;
  if (field.type === 'bool') return `${field.name} = true`;
  if (field.type === 'number') return `${field.name} != 0`;
  return `${field.type === 'json' ? `${field.name} != null && ` : ''}${field.name} != ""`;
}

type Part = Pick<Loss, 'kind' | 'text' | 'filter'>;
type Lost = Omit<Loss, 'collectionId' | 'collection'>;

/** Nothing if the type changes: the backend refuses that. */
function changedField(before: FieldValues, after: FieldValues): Part[] {
  const changes = fieldChanges(before, after);
  // No filter finds the records whose last value does not fit.
  const isCountable = !changes.some(({ kind }) => kind === 'to-single');
  return changes.flatMap(({ kind, text, choice, option = '' }): Part[] => {
    if (kind === 'to-single') return [{ kind, text, filter: `${before.name}:length > 1` }];
    const narrower = ownOf(NARROWERS, `${before.type} ${option}`);
    const misfit = choice
      ? { filter: choiceFilter(choice) }
      : narrower?.(before.options[option], after.options[option], before.name);
    return misfit ? [{ kind: 'misfit', text, filter: isCountable ? misfit.filter : undefined }] : [];
  });
}

function lostInFields(old: Collection, fresh: Collection): Lost[] {
  const [before, now] = [valuesOf(old).fields, valuesOf(fresh).fields];
  const after = byId(now);
  const names = new Set(now.map(({ name }) => name));
  return before.flatMap((field) => {
    const { id, name } = field;
    const kept = after.get(id);
    const text = names.has(name)
      ? `Replaced field ${name} with a new one of another id`
      : `Removed field ${name}`;
    const gone = { kind: 'field-removed', text, filter: hasValueFilter(toField(field)) } as const;
    const parts = kept ? changedField(field, kept) : [gone];
    return parts.map((part) => ({ ...part, fieldId: id, path: `${old.name}.${name}` }));
  });
}

function lostInOptions({ name, auth }: Collection, fresh: Collection): Lost[] {
  if (!auth) return [];
  return (['onlyDomains', 'exceptDomains'] as const).flatMap((option) => {
    const [from, to] = [auth[option], fresh.auth?.[option]];
    const text = collectionOptionChange(option, from, to);
    const misfit = ownOf(NARROWERS, `auth ${option}`)?.(from, to, 'email');
    return misfit ? [{ kind: 'misfit', text, path: `${name}.email`, ...misfit } as const] : [];
  });
}

const isUnique = (sql: string): boolean => /^\s*create\s+unique\s/i.test(sql);

/** Indexes that go, or no longer keep values unique. */
function lostIndexes(old: Collection, after: Collection): Lost[] {
  const kept = new Map(after.indexes.map((sql) => [indexKey(sql), sql]));
  return old.indexes.flatMap((sql) => {
    const [name, now] = [indexName(sql), kept.get(indexKey(sql))];
    if (now !== undefined && (isUnique(now) || !isUnique(sql))) return [];
    const text = now === undefined ? `Removed index ${name}` : `Index ${name} is no longer unique`;
    const path = `${old.name}.${name}${now === undefined ? '' : ' (no longer unique)'}`;
    return [
      { kind: isUnique(sql) ? 'no-longer-unique' : 'index-removed', text, filter: undefined, path },
    ] as const;
  });
}

function deletedCollection(old: Collection): Lost {
  const text = old.type === 'view' ? 'Deleted view' : 'Deleted collection';
  // A view has no data of its own.
  return {
    kind: 'collection-deleted',
    text,
    filter: old.type === 'view' ? undefined : '',
    path: `${old.name}.*`,
  };
}

/** In the order of the existing collections and their fields. */
export const lossesOf = ({ existing, after }: Outcome): readonly Loss[] =>
  existing.flatMap((old) => {
    const fresh = after.get(old.id);
    const lost = () => {
      if (!fresh) return [deletedCollection(old)];
      if (fresh === old || old.type === 'view') return [];
      return [...lostInFields(old, fresh), ...lostInOptions(old, fresh), ...lostIndexes(old, fresh)];
    };
    return lost().map((part) => ({ collectionId: old.id, collection: old.name, ...part }));
  });

/** What a loss means if the number of records is not known, for none, for one and for several of them. */
const NOTES: Readonly<Record<Loss['kind'], readonly string[]>> = {
  'collection-deleted': ['its records are deleted', 'it has no records', 'is deleted', 'are deleted'],
  'field-removed': ['its values are deleted', 'no record has a value', 'loses its value', 'lose their value'],
  'to-single': [
    'records with several values lose all but the last',
    'no record has several values',
    'loses its other values',
    'lose their other values',
  ],
  'no-longer-unique': ['its values may repeat from then on'],
  'index-removed': ['no value is lost'],
  misfit: [
    "records whose value doesn't fit keep it, but can't be saved until it is changed",
    'all values fit',
    "keeps a value that no longer fits, and can't be saved until it is changed",
    "keep values that no longer fit, and can't be saved until they are changed",
  ],
};

/** What a loss means for the records. `count` is their number, if known. */
export function lossNote({ kind, filter }: Loss, count: number | undefined): string {
  if (kind === 'collection-deleted' && filter === undefined) return 'a view has no records of its own';
  const [unknown = '', none = '', one, several] = NOTES[kind];
  if (count === undefined) return unknown;
  return count === 0 ? none : `${recordCount(count)} ${count === 1 ? one : several}`;
}

/** Undefined for losses that were not counted. */
export type LossCounts = ReadonlyMap<Loss, number | undefined>;

/** In their order. */
const QUESTIONS: Readonly<Record<string, readonly Loss['kind'][]>> = {
  'Do you really want to delete the following collection fields and their related records data:': [
    'collection-deleted',
    'field-removed',
  ],
  'Do you really want to keep only the last value of each record in the following fields:': ['to-single'],
  'Do you really want to delete the following indexes:': ['no-longer-unique', 'index-removed'],
};
const DATA_TITLE = 'Records with this data:';

const lineOf = ({ path, fieldId: id }: Loss): string =>
  id === undefined ? `- ${path}` : `- ${path} (${id})`;

/** Asked before an import that deletes data or indexes, with the known numbers of records. */
export function lossQuestion(losses: readonly Loss[], counts: LossCounts): string | undefined {
  const blocks = Object.entries(QUESTIONS).map(
    ([title, kinds]) => [title, losses.filter(({ kind }) => kinds.includes(kind)).map(lineOf)] as const,
  );
  const data = losses.flatMap((loss) => {
    const count = staysStored(loss) ? 0 : counts.get(loss);
    return count ? [`- ${loss.path}: ${recordCount(count)}`] : [];
  });
  const asked = [...blocks, [DATA_TITLE, data] as const].filter(([, lines]) => lines.length);
  return asked.map(([title, lines]) => [title, ...lines].join('\n')).join('\n\n') || undefined;
}

/** A collection that stays. */
type Kept = Readonly<Record<'old' | 'after', Collection>>;

const textAt = (collection: Collection, place: Reference['place']): unknown =>
  place === 'query' ? collection.query : ruleOf(collection, place);

/** Mentions of what the import renames or removes in one collection. */
function referencesTo({ old, after }: Kept, all: ReadonlyMap<string, Kept>): Reference[] {
  const fields = new Set(ownFields(after).map(({ name }) => name));
  const names = new Set([...all.values()].map((each) => each.after.name));
  // The backend derives the fields of a view from its query.
  const pairs = old.type === 'view' ? [] : fieldPairs(old, after);
  const renamed = renamedFields(pairs);
  const gone = pairs.flatMap((pair) => (pair.old && !pair.fresh ? [pair.old.name] : []));
  const removed = new Set(gone).difference(fields);
  if (after.name === old.name && !renamed.size && !removed.size) return [];
  // Paths lead through the names that the texts were written for.
  const searched = [...all.values()].map((each) => ({
    ...each.after,
    name: each.old.name,
    fields: each.old.fields,
  }));
  const edit = {
    ...{ collectionId: old.id, collectionName: old.name, newName: after.name },
    ...{ renamed, removed },
  };
  return findReferences(edit, searched).flatMap((reference) => {
    const owner = all.get(reference.collectionId);
    const isSame = owner && textAt(owner.old, reference.place) === textAt(owner.after, reference.place);
    // A text that changes with the import may mean the one that has the name then.
    const isStale = ({ kind, name }: Mention) => isSame || !(kind === 'field' ? fields : names).has(name);
    const mentions = reference.mentions.filter(isStale);
    return mentions.length ? [{ ...reference, mentions }] : [];
  });
}

/** Rules and view queries, as they are after the import, that still use names which it changes or removes. */
export function staleReferences({ existing, after }: Outcome): readonly Reference[] {
  const all = new Map(
    existing.flatMap((old): [string, Kept][] => {
      const fresh = after.get(old.id);
      return fresh ? [[old.id, { old, after: fresh }]] : [];
    }),
  );
  const found = [...all.values()]
    .filter(({ old, after }) => old !== after)
    .flatMap((changed) => referencesTo(changed, all));
  const places = Map.groupBy(found, ({ collectionId, place }) => `${collectionId} ${place}`);
  return [...places.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, mentions: [first, ...others].flatMap(({ mentions }) => mentions) }] : [],
  );
}
