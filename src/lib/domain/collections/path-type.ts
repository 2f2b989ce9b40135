import type { ColumnType } from '#domain/field-types/field-type.ts';
import { type Level, reach } from './completions.ts';

/** The types of the values of modifiers; the others have that of their field. */
const MODIFIER_TYPES: Readonly<Record<string, ColumnType>> = {
  length: 'number',
  isset: 'bool',
  lower: 'text',
};

/** The type of the values at a path: `cat.title`, `tags:length`, `@now`. Undefined for what has none, such as `@request`. */
export function pathType(path: string, root: Level): ColumnType | undefined {
  const { level, last } = reach(path, root);
  const [name = '', modifier = ''] = last.split(':');
  return MODIFIER_TYPES[modifier] ?? level?.type?.(name);
}

/** The types of names that are the same everywhere: macros and system fields. */
export function commonType(name: string): ColumnType | undefined {
  if (name === 'true' || name === 'false') return 'bool';
  if (/^@(second|minute|hour|day|month|year|weekday)$/.test(name)) return 'number';
  if (/^(@(now|\w+(Start|End))|created|updated)$/.test(name)) return 'date';
  return name === 'id' || name === 'email' ? name : undefined;
}
