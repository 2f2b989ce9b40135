import { namesIn } from './lexer.ts';
import { FilterError, isPath, parseFilter } from './tree.ts';

/**
 * What is wrong with a filter that the backend refused, in a sentence: the backend does not say it.
 * @param unknownPart the part of a path, such as a field, that does not exist
 */
export function filterProblem(filter: string, unknownPart: (path: string) => string | undefined) {
  try {
    parseFilter(filter);
  } catch (thrown) {
    if (thrown instanceof FilterError) return thrown.message;
    throw thrown;
  }
  const unknown = namesIn(filter)
    .filter((name) => isPath(name) || name.startsWith('@collection.'))
    .map(unknownPart)
    .find((part) => part !== undefined);
  return unknown === undefined ? undefined : `There is no field ${unknown}.`;
}
