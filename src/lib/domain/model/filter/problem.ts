import type { Dialect } from '#domain/backend/dialect.ts';
import { FilterError, isPath, parseFilter } from './tree.ts';
import { namesIn } from './walk.ts';

/**
 * What is wrong with a filter that the backend refused, in a sentence: the backend does not say it.
 * @param unknownPart the part of a path, such as a field, that does not exist
 */
export function filterProblem(
  filter: string,
  unknownPart: (path: string) => string | undefined,
  dialect: Dialect,
) {
  try {
    parseFilter(filter, dialect.functions);
  } catch (thrown) {
    if (thrown instanceof FilterError) return thrown.message;
    throw thrown;
  }
  const known = { ...dialect.macros, ...dialect.otherMacros };
  const unknownMacro = (name: string) => (Object.hasOwn(known, name) ? undefined : name);
  const unknown = namesIn(filter, dialect.functions)
    .filter((name) => !name.startsWith('@request.') && !/^(?:true|false|null)$/i.test(name))
    .map((name) => (isPath(name) || name.startsWith('@collection.') ? unknownPart(name) : unknownMacro(name)))
    .find((part) => part !== undefined);
  return unknown === undefined ? undefined : `There is no field ${unknown}.`;
}
