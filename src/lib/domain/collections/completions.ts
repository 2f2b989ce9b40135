import type { Dialect } from '#domain/backend/dialect.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';

/** The names that are valid at one position of a path: at its start, or after a dot. */
export interface Level {
  /** Names that this level offers. A root may also offer longer paths, such as `cat.title`. */
  readonly names: readonly string[];
  /** The modifiers that a name takes, without their colon: `each`, `length`. */
  readonly modifiers?: (name: string) => readonly string[];
  /** The type of a name's values; undefined when it has none. */
  readonly type?: (name: string) => ColumnType | undefined;
  /** The level after a name and a dot; undefined when nothing can follow. */
  readonly next?: (name: string) => Level | undefined;
}

export interface TypedNames {
  readonly names: readonly string[];
  readonly typeOf: (name: string) => ColumnType | undefined;
}

/** The names that every filter and rule offers in addition to fields. */
export const filterWords = ({ macros }: Dialect): readonly string[] => [
  'true',
  'false',
  ...Object.keys(macros),
];

/** The level to which the dots of a path lead, and what follows the last one. */
export function reach(path: string, root: Level): { level: Level | undefined; last: string } {
  const segments = path.split('.');
  const last = segments.pop() ?? '';
  return { level: segments.reduce<Level | undefined>((at, segment) => at?.next?.(segment), root), last };
}

/** The paths of the level to which a prefix leads: names after a dot, modifiers after a colon. */
function reachedPaths(prefix: string, root: Level): string[] {
  const { level, last } = reach(prefix, root);
  if (!level) return [];
  const before = prefix.slice(0, prefix.length - last.length);
  const colon = last.indexOf(':');
  if (colon < 0) return level.names.map((name) => `${before}${name}`);
  const name = last.slice(0, colon);
  return (level.modifiers?.(name) ?? []).map((modifier) => `${before}${name}:${modifier}`);
}

/**
 * The paths of the root and of the level to which `prefix`, the path before the caret, leads: `cat.` to the fields of
 * the related collection, `tags:` to the modifiers of tags. The code editor asks only for the first character of a path
 * and after `.` and `:`, and filters what it gets itself.
 */
export function completions(prefix: string, root: Level): string[] {
  return [...new Set([...root.names, ...reachedPaths(prefix, root)])];
}
