import { parseSort } from '#domain/app/sort.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { backRelation, type SchemaIndex } from '#domain/collections/schema-index.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { type Comparison, type FilterNode, isCall, isEmptySide, isPath } from '#domain/model/filter/tree.ts';
import { foldName } from '#domain/model/fold-name.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import type { IndexColumn, ParsedIndex } from '#domain/model/index-sql/read.ts';
import { treeOf } from './list-requests.ts';

/** Why no index helps, as measured on PocketBase 0.22. */
export const REASONS = {
  contains: 'A search inside texts (~) reads every record.',
  not: 'What is not equal (!=) is nearly everything.',
  empty: 'For an empty value, the backend also asks for NULL, which reads every record.',
  or: 'An OR over different fields would need an index on each of them.',
  fields: 'Two fields are compared with each other.',
  request: 'It is compared with something of the user that is read with each record.',
  collection: 'It reads another collection with @collection.',
  several: 'A field with several values is stored as JSON, which has no index.',
  json: 'JSON values have no index.',
  modifier: 'A modifier such as :length is computed for each record.',
  call: 'A function is computed for each record.',
  path: 'A range or a sort over a relation reads every record.',
  bool: 'True or false alone hardly narrows the list.',
  unknown: 'A field of it is not in the collection.',
  random: 'A random order reads every record.',
  unread: 'The filter is too long or can’t be read here.',
  view: 'A view has no indexes of its own: its query needs those of the collections that it reads.',
  related: 'The relation has the indexes that it needs already.',
  id: 'Records are found by their id, which has an index.',
  all: 'It asks for all records, in the order in which they were created.',
} as const;
export type Reason = keyof typeof REASONS;

interface TableColumn {
  readonly collection: Collection;
  readonly name: string;
  readonly isBool: boolean;
}

/** One column, or one on each side of every relation on the path. */
type Resolved =
  | { readonly columns: readonly TableColumn[]; readonly isOwn: boolean }
  | { readonly reason: Reason };

/** Reads paths such as `status`, `author.name` or `comments_via_post.text`. */
function resolvePath(path: string, collection: Collection, index: SchemaIndex): Resolved {
  if (path.includes(':')) return { reason: 'modifier' };
  const segments = path.split('.');
  const columns: TableColumn[] = [];
  let current = collection;
  for (const [position, name] of segments.entries()) {
    if (current.type === 'view') return { reason: 'view' };
    const isLast = position === segments.length - 1;
    const back = backRelation(name, current, index);
    if (back && !isLast) {
      // Records are found by the ids in the relation field.
      current = back.collection;
      continue;
    }
    const field = current.fields.find((one) => one.name === name && !one.isHidden);
    if (!field) return { reason: 'unknown' };
    if (field.type === 'json') return { reason: 'json' };
    if (isMultiple(field)) return { reason: 'several' };
    columns.push({ collection: current, name, isBool: field.type === 'bool' });
    if (isLast) break;
    const target = index.target(field);
    if (!target) return { reason: 'unknown' };
    current = target;
  }
  return { columns, isOwn: segments.length === 1 };
}

/** What a part of a filter, one of those joined by AND, means for an index. */
type Role =
  | { readonly kind: 'equal' | 'range'; readonly columns: readonly TableColumn[]; readonly isOwn: boolean }
  | { readonly kind: 'none'; readonly reason: Reason }
  /** It is about no record. */
  | { readonly kind: 'constant' };

/** Anything else of a request is known before the backend reads records. */
const READ_OF_USER = /^@request\.auth\.(?!id$)/;

function roleOfComparison(comparison: Comparison, collection: Collection, index: SchemaIndex): Role {
  const none = (reason: Reason): Role => ({ kind: 'none', reason });
  const { left, right } = comparison;
  const operator = comparison.operator.replace('?', '');
  if (`${left} ${right}`.includes('@collection.')) return none('collection');
  if (isCall(left) || isCall(right)) return none('call');
  if (isPath(left) && isPath(right)) return none('fields');
  if (!isPath(left) && !isPath(right)) return { kind: 'constant' };
  const [field, value] = isPath(left) ? [left, right] : [right, left];
  if (operator.includes('~')) return none('contains');
  if (operator === '!=') return none('not');
  if (READ_OF_USER.test(value)) return none('request');
  const resolved = resolvePath(field, collection, index);
  if ('reason' in resolved) return none(resolved.reason);
  if (operator !== '=') return resolved.isOwn ? { kind: 'range', ...resolved } : none('path');
  return isEmptySide(value) ? none('empty') : { kind: 'equal', ...resolved };
}

function roleOf(node: FilterNode, collection: Collection, index: SchemaIndex): Role {
  if (node.kind === 'comparison') return roleOfComparison(node, collection, index);
  // SQLite reads several values of one column by its index.
  const roles = node.items.map((item) => roleOf(item, collection, index));
  const [first] = roles;
  const isSame = roles.every(
    (role) =>
      role.kind === 'equal' &&
      first?.kind === 'equal' &&
      role.isOwn &&
      role.columns[0]?.name === first.columns[0]?.name,
  );
  if (isSame && first) return first;
  return roles.find((role) => role.kind === 'none') ?? { kind: 'none', reason: 'or' };
}

const partsOf = (tree: FilterNode): readonly FilterNode[] =>
  tree.kind === 'group' && tree.join === '&&' ? tree.items.flatMap(partsOf) : [tree];

const rolesOf = (
  tree: FilterNode | undefined,
  collection: Collection,
  index: SchemaIndex,
): readonly Role[] => (tree ? partsOf(tree).map((node) => roleOf(node, collection, index)) : []);

export interface PlannedIndex {
  readonly collection: Collection;
  readonly columns: readonly IndexColumn[];
}

/** `posts (status, due)` */
export const planText = ({ collection, columns }: PlannedIndex): string =>
  `${collection.name} (${columns.map(({ name, sort }) => (sort ? `${name} ${sort}` : name)).join(', ')})`;

/** What helps best: for a filter over relations all indexes that it needs; else why nothing does. */
export type Advice =
  | { readonly kind: 'add'; readonly indexes: readonly PlannedIndex[] }
  | { readonly kind: 'none'; readonly reasons: readonly string[] };

export interface AdvisedList {
  readonly collection: Collection;
  readonly filter: string;
  readonly sort: string;
  /** The backend adds the list rule to the filter: not for admins. */
  readonly hasRule: boolean;
}

const plain = (name: string): IndexColumn => ({ name, collate: '', sort: '' });
const isSame = (one: string, other: string): boolean => foldName(one) === foldName(other);

type UsableIndex = Pick<ParsedIndex, 'indexName' | 'columns' | 'unique'>;

/** Those of whole columns that narrow a table, and the backend's own. */
function usableIndexes({ type, indexes }: Collection, tools: IndexTools): readonly UsableIndex[] {
  // The one on `email` is partial, and no list uses it.
  const names = type === 'auth' ? ['id', 'username'] : ['id'];
  const system = names.map((name) => ({ unique: true, indexName: `of ${name}`, columns: [plain(name)] }));
  const parsed = indexes.flatMap((sql) => tools.parseIndex(sql) ?? []);
  const isPlain = ({ where, columns }: ParsedIndex) =>
    where === '' && columns.every(({ expression, collate }) => expression === undefined && collate === '');
  return [...system, ...parsed.filter(isPlain)];
}

/** The first columns of an index that does it already are these, the equal ones in any order. */
function coveringIndex(
  equal: readonly string[],
  rest: readonly IndexColumn[],
  indexes: readonly UsableIndex[],
): UsableIndex | undefined {
  const isEqual = (name: string) => equal.some((one) => isSame(one, name));
  return indexes.find(({ columns, unique }) => {
    if (unique && columns.every(({ name }) => isEqual(name))) return true;
    const sorted = columns.slice(equal.length, equal.length + rest.length);
    // An index is read in both directions.
    const turns = new Set(sorted.map(({ sort }, at) => (sort === 'DESC') === (rest[at]?.sort === 'DESC')));
    return (
      columns.length >= equal.length + rest.length &&
      columns.slice(0, equal.length).every(({ name }) => isEqual(name)) &&
      sorted.every(({ name }, at) => isSame(name, rest[at]?.name ?? '')) &&
      turns.size < 2
    );
  });
}

/** A reason when no index can have the columns; none when the order does not matter. */
function sortColumns(
  sort: string,
  collection: Collection,
  index: SchemaIndex,
): readonly IndexColumn[] | Reason {
  const keys = parseSort(sort);
  if (keys[0]?.name === '@random') return 'random';
  // Any other macro is the order of insertion.
  if (/^@\w+$/.test(keys[0]?.name ?? '')) return [];
  const isMixed = new Set(keys.map(({ descending }) => descending)).size > 1;
  const columns: IndexColumn[] = [];
  for (const { name, descending } of keys) {
    const found = resolvePath(name, collection, index);
    if ('reason' in found) return found.reason;
    if (!found.isOwn) return 'path';
    columns.push({ ...plain(name), sort: isMixed && descending ? 'DESC' : '' });
  }
  return columns;
}

const isOwnEqual = (role: Role): boolean => role.kind === 'equal' && role.isOwn;
const columnsOf = (roles: readonly Role[]): readonly TableColumn[] =>
  roles.flatMap((role) => ('columns' in role ? role.columns : []));

/** Says which index would make a list faster. Needs the code that parses indexes. */
export function adviseIndex(list: AdvisedList, index: SchemaIndex, tools: IndexTools): Advice {
  const { collection, filter, sort } = list;
  const reasons = new Set<string>();
  const none = (reason: Reason) => reasons.add(REASONS[reason]);
  if (collection.type === 'view') return { kind: 'none', reasons: [REASONS.view] };

  const tree = treeOf(filter);
  if (!tree && filter.trim() !== '') return { kind: 'none', reasons: [REASONS.unread] };
  const roles = rolesOf(tree, collection, index);
  for (const role of roles) if (role.kind === 'none') none(role.reason);
  const rule = list.hasRule ? treeOf(collection.listRule ?? '') : undefined;
  const found = columnsOf([...roles, ...rolesOf(rule, collection, index)].filter(isOwnEqual));
  // A column with two values comes after those that narrow more.
  const equal = [...found.filter(({ isBool }) => !isBool), ...found.filter(({ isBool }) => isBool)]
    .map(({ name }) => name)
    .filter((name, at, all) => all.indexOf(name) === at);
  if (equal.includes('id')) return { kind: 'none', reasons: [REASONS.id] };
  const isOther = ({ name }: { readonly name: string }) => !equal.includes(name);
  const range = columnsOf(roles.filter(({ kind }) => kind === 'range')).find(isOther)?.name;
  const sorted = sortColumns(sort, collection, index);
  if (typeof sorted === 'string') none(sorted);
  const order = typeof sorted === 'string' ? [] : sorted.filter(isOther);

  const isNarrowed = equal.length > 0 || range !== undefined;
  // What may follow the equal columns, best first.
  const rests: (readonly IndexColumn[])[] = [];
  if (range !== undefined) rests.push(order[0]?.name === range ? order : [plain(range)]);
  // A sort alone helps a list of all records, of which the first ones are shown.
  if (order.length > 0 && order[0]?.name !== range && (isNarrowed || !tree)) rests.push(order);
  if (equal.length > 0 && rests.length === 0) {
    if (found.every(({ isBool }) => isBool)) none('bool');
    else rests.push([]);
  }
  const usable = usableIndexes(collection, tools);
  for (const rest of rests) {
    const known = coveringIndex(equal, rest, usable);
    if (!known) return { kind: 'add', indexes: [{ collection, columns: [...equal.map(plain), ...rest] }] };
    reasons.add(
      `The index ${known.indexName} begins with these columns already. It may be newer than these requests.`,
    );
  }
  const path = roles.find((role) => role.kind === 'equal' && !role.isOwn);
  if (!isNarrowed && path) {
    const indexes = columnsOf([path])
      .filter(({ collection: table, name }) => !coveringIndex([name], [], usableIndexes(table, tools)))
      .map(({ collection: table, name }) => ({ collection: table, columns: [plain(name)] }));
    if (indexes.length > 0) return { kind: 'add', indexes };
    none('related');
  }
  if (reasons.size === 0) none('all');
  return { kind: 'none', reasons: [...reasons] };
}
