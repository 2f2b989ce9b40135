import { type Comparison, type FilterNode, isEmptySide, isPath } from '#domain/app/filter-tree.ts';
import { backRelation } from '#domain/collections/back-relations.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { SchemaIndex } from '#domain/collections/schema-index.ts';
import { systemFieldNames } from '#domain/collections/system-fields.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';

/** Why no index helps a part of a list, as measured on PocketBase 0.22. */
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

/** A column of a table that an index may have. */
export interface TableColumn {
  readonly collection: Collection;
  readonly name: string;
  readonly isBool: boolean;
}

/** What a path of a filter needs: one column, or one on each side of every relation on its way. */
export type Resolved =
  | { readonly columns: readonly TableColumn[]; readonly isOwn: boolean }
  | { readonly reason: Reason };

/** Finds the columns of a path such as `status`, `author.name` or `comments_via_post.text`. */
export function resolvePath(path: string, collection: Collection, index: SchemaIndex): Resolved {
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
    const field = index.field(current, name);
    if (!field && !systemFieldNames(current.type).includes(name)) return { reason: 'unknown' };
    if (field?.type === 'json') return { reason: 'json' };
    if (field && isMultiple(field)) return { reason: 'several' };
    const isBool = field ? field.type === 'bool' : name === 'verified' || name === 'emailVisibility';
    columns.push({ collection: current, name, isBool });
    if (isLast) break;
    const target = field && index.target(field);
    if (!target) return { reason: 'unknown' };
    current = target;
  }
  return { columns, isOwn: segments.length === 1 };
}

/** What a part of a filter, one of those that are joined by AND, means for an index. */
export type Role =
  | { readonly kind: 'equal' | 'range'; readonly columns: readonly TableColumn[]; readonly isOwn: boolean }
  | { readonly kind: 'none'; readonly reason: Reason }
  /** It is about no record. */
  | { readonly kind: 'constant' };

/** What the backend knows of a request before it reads records. */
const KNOWN = /^@request\.(?:auth\.id$|data\.|query\.|headers\.|method$|context$)/;

function roleOfComparison(comparison: Comparison, collection: Collection, index: SchemaIndex): Role {
  const none = (reason: Reason): Role => ({ kind: 'none', reason });
  const { left, right } = comparison;
  const operator = comparison.operator.replace('?', '');
  if (`${left} ${right}`.includes('@collection.')) return none('collection');
  if (isPath(left) && isPath(right)) return none('fields');
  if (!isPath(left) && !isPath(right)) return { kind: 'constant' };
  const [field, value] = isPath(left) ? [left, right] : [right, left];
  if (operator.includes('~')) return none('contains');
  if (operator === '!=') return none('not');
  if (value.startsWith('@request.') && !KNOWN.test(value)) return none('request');
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

/** The parts of a filter that all have to match. */
const partsOf = (tree: FilterNode): readonly FilterNode[] =>
  tree.kind === 'group' && tree.join === '&&' ? tree.items.flatMap(partsOf) : [tree];

/** What the parts of a filter mean for an index; none for an empty one. */
export const rolesOf = (
  tree: FilterNode | undefined,
  collection: Collection,
  index: SchemaIndex,
): readonly Role[] => (tree ? partsOf(tree).map((node) => roleOf(node, collection, index)) : []);
