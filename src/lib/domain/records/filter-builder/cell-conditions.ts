import type { Zone } from '#domain/app/date.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { Column } from '#domain/collections/columns.ts';
import { isMultiple, valuesOf } from '#domain/field-types/field-type.ts';
import { joinFilters } from '#domain/model/filter/join.ts';
import { isFilterable } from '#domain/model/filter/print.ts';
import { formatFilter, hasComment, treeOf } from '#domain/model/filter/tree.ts';
import { typedOperand } from './operand.ts';
import { operatorOptions } from './words.ts';

/** In characters: the list has only the beginning of very long values. */
const LONGEST = 200;
/** In characters. */
const LABEL_LENGTH = 40;
const MOST = 5;

const shown = (text: string): string => `“${truncate(text, LABEL_LENGTH, '…')}”`;

/** Nothing for JSON, rich text, very long values and fields that no filter can name. A zone changes only the words. */
export function cellConditions({ name, type, field }: Column, value: unknown, zone?: Zone) {
  if (type === 'json' || type === 'editor' || !isFilterable(name)) return [];
  const isList = field !== undefined && isMultiple(field);
  const words = operatorOptions({ type, isMany: false, isList: false }, '');
  const make = (operator: string, text: string) => {
    const read = typedOperand({ type, isList, macros: [] }, operator, text);
    if (!('right' in read) || text.length > LONGEST) return [];
    const word = words.find((option) => option.value === operator)?.label ?? operator;
    const shownText = shown(type === 'date' && zone ? zone.format(text) : text);
    const emptyLabel = operator === '=' ? 'is empty' : 'is not empty';
    return [
      { label: text ? `${word} ${shownText}` : emptyLabel, filter: `${name} ${operator} ${read.right}` },
    ];
  };
  if (isList) {
    const values = valuesOf(value).slice(0, MOST);
    return values.flatMap((each) => make('~', each)).concat(values.flatMap((each) => make('!~', each)));
  }
  if (value === null || value === undefined) return [];
  const text = String(value);
  const isOrdered = text !== '' && (type === 'date' || type === 'number');
  const isText = text !== '' && ['text', 'url', 'email', 'username'].includes(type);
  const operators = ['=', '!=', ...(isOrdered ? ['<', '>'] : []), ...(isText ? ['~'] : [])];
  return operators.flatMap((operator) => make(operator, text));
}

/** Each condition once, without comments; what is no filter is joined as it is. */
export function withCondition(filter: string, condition: string): string {
  const joined = joinFilters([filter, condition]);
  const root = treeOf(joined);
  if (root?.kind !== 'group') return root ? formatFilter(root) : joined;
  const items = new Map(root.items.map((item) => [formatFilter(item), item]));
  return formatFilter({ ...root, items: [...items.values()] });
}

/** All of several conditions that must be true: each in words, and the filter without it. */
export function filterTokens(filter: string): readonly { readonly label: string; readonly rest: string }[] {
  if (hasComment(filter)) return [];
  const root = treeOf(filter);
  if (root?.kind !== 'group' || root.join === '||') return [];
  return root.items.map((item) => ({
    label: formatFilter(item),
    rest: formatFilter({ ...root, items: root.items.filter((other) => other !== item) }),
  }));
}
