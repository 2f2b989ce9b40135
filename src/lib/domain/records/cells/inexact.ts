import { COLUMNS } from '#domain/field-types/columns.ts';
import { type ColumnType, valuesOf } from '#domain/field-types/field-type.ts';
import { RELATION_LIMIT, TEXT_LIMIT } from '../record.ts';

/** The text in a cell is cut, without tags, rounded, or several values without space. */
export const isInexact = (type: ColumnType, value: unknown, shown: string): boolean =>
  COLUMNS[type].isInexact ||
  valuesOf(value).length > 1 ||
  shown.length > (type === 'relation' ? RELATION_LIMIT : TEXT_LIMIT);
