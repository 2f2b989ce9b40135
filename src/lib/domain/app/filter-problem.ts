import { comparisonsOf, FilterError, isPath, parseFilter } from './filter-tree.ts';

/**
 * What is wrong with a filter that the backend refused, in a sentence: the backend does not say it.
 * @param unknownPart the part of a path, such as a field, that does not exist
 */
export function filterProblem(filter: string, unknownPart: (path: string) => string | undefined) {
  try {
    const unknown = comparisonsOf(parseFilter(filter))
      .flatMap(({ left, right }) => [left, right])
      .filter((side) => isPath(side) || side.startsWith('@collection.'))
      .map(unknownPart)
      .find((part) => part !== undefined);
    return unknown === undefined ? undefined : `There is no field ${unknown}.`;
  } catch (thrown) {
    if (thrown instanceof FilterError) return thrown.message;
    throw thrown;
  }
}
