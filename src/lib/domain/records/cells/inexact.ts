import { type ColumnType, valuesOf } from '#domain/field-types/field-type.ts';
import { RELATION_LIMIT, TEXT_LIMIT } from '../record.ts';

/** Their cells have no tags, rounded numbers, or pictures only. */
const NEVER_EXACT: ReadonlySet<ColumnType> = new Set(['editor', 'json', 'file']);

/** The text in a cell is cut, without tags, rounded, or several values without space. */
export const isInexact = (type: ColumnType, value: unknown, shown: string): boolean =>
  NEVER_EXACT.has(type) ||
  valuesOf(value).length > 1 ||
  shown.length > (type === 'relation' ? RELATION_LIMIT : TEXT_LIMIT);
