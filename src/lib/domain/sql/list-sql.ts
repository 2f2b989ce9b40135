import { parseSort } from '#domain/app/sort.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { type Comparison, FilterError, type FilterNode, parseFilter } from '#domain/model/filter/tree.ts';
import { textIn } from '#domain/model/filter/walk.ts';
import { quoteName } from '#domain/model/index-sql/tools.ts';

/** A list of records as it was asked for. */
export interface AskedList {
  readonly collection: Collection;
  readonly filter: string;
  readonly sort: string;
}

class Unsaid extends Error {}

/** Rows of a page, as the backend sends them by default. */
const PER_PAGE = 30;

function columnSql(collection: Collection, name: string): string | undefined {
  const field = collection.fields.find((one) => one.name === name);
  if (!field || field.type === 'json' || isMultiple(field)) return undefined;
  return `${quoteName(collection.name)}.${quoteName(name)}`;
}

const WORDS: Readonly<Record<string, string>> = { true: '1', false: '0', null: 'NULL' };

function literalSql(side: string): string | undefined {
  const text = textIn(side);
  if (text !== undefined) return `'${text.replaceAll("'", "''")}'`;
  return WORDS[side.toLowerCase()] ?? (/^-?\d+(\.\d+)?$/.test(side) ? side : undefined);
}

/** As the backend writes it: it also takes NULL for an empty text. */
function comparisonSql({ left, operator, right }: Comparison, collection: Collection): string {
  const [a, b] = [columnSql(collection, left), columnSql(collection, right)];
  const [one, other] = [a ?? literalSql(left), b ?? literalSql(right)];
  // A value on the left, or two columns, say the same another way.
  if (!a || b || !one || !other) throw new Unsaid(`${left} ${operator} ${right}`);
  const isEmpty = other === "''" || other === 'NULL';
  if (operator === '=') return isEmpty ? `(${one} = '' OR ${one} IS NULL)` : `${one} = ${other}`;
  if (operator === '!=')
    return isEmpty ? `(${one} IS NOT '' AND ${one} IS NOT NULL)` : `${one} IS NOT ${other}`;
  if (operator === '~' || operator === '!~') {
    const pattern = other.startsWith("'") ? `'%${other.slice(1, -1)}%'` : `'%${other}%'`;
    return `${one} ${operator === '~' ? 'LIKE' : 'NOT LIKE'} ${pattern} ESCAPE '\\'`;
  }
  if (operator.startsWith('?')) throw new Unsaid(operator);
  return `${one} ${operator} ${other}`;
}

function filterSql(node: FilterNode, collection: Collection): string {
  if (node.kind === 'comparison') return comparisonSql(node, collection);
  const parts = node.items.map((item) => filterSql(item, collection));
  return `(${parts.join(node.join === '&&' ? ' AND ' : ' OR ')})`;
}

/**
 * The query of a list with a plain filter and sort, as the backend makes it, without its rule and what it adds to count;
 * or the part that can't be said here.
 */
export function listSql({
  collection,
  filter,
  sort,
}: AskedList): { readonly sql: string } | { readonly unsaid: string } {
  try {
    const where = filter.trim() ? ` WHERE ${filterSql(parseFilter(filter), collection)}` : '';
    const order = parseSort(sort).map(({ name, descending }) => {
      const column = columnSql(collection, name);
      if (!column) throw new Unsaid(name);
      return `${column} ${descending ? 'DESC' : 'ASC'}`;
    });
    const table = quoteName(collection.name);
    const orderBy = order.length ? ` ORDER BY ${order.join(', ')}` : '';
    return { sql: `SELECT ${table}.* FROM ${table}${where}${orderBy} LIMIT ${PER_PAGE}` };
  } catch (thrown) {
    if (thrown instanceof Unsaid) return { unsaid: thrown.message };
    if (thrown instanceof FilterError) return { unsaid: filter };
    throw thrown;
  }
}
