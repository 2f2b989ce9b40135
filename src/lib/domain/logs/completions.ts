import type { Dialect } from '#domain/backend/dialect.ts';
import { filterWords } from '#domain/collections/completions.ts';

/** @param names that a filter of the log may have */
export const logCompletions = (names: readonly string[], dialect: Dialect): readonly string[] => [
  ...names,
  ...filterWords(dialect),
];
