import { foldName } from '../fold-name.ts';
import { HIDDEN_AUTH_COLUMNS, systemFieldNames } from '../system-fields.ts';
import type { IndexTools } from './index-sql/load-tools.ts';
import { type CollectionValues, indexTexts } from './values.ts';

/** An edited index that the backend will refuse. */
export interface BrokenIndex {
  /** Its position among the indexes. */
  readonly position: number;
  /** Why it can't be parsed, as a sentence; undefined if it can. */
  readonly problem: string | undefined;
  /** Columns of the statement that no field has. */
  readonly missing: readonly string[];
}

/** The indexes that can't be parsed, or that have columns which won't exist after the save. */
export function brokenIndexes(values: CollectionValues, tools: IndexTools): BrokenIndex[] {
  const namesOf = (isRemoved: boolean) =>
    values.fields.filter(({ toDelete }) => toDelete === isRemoved).map(({ name }) => name);
  const hidden = values.type === 'auth' ? HIDDEN_AUTH_COLUMNS : [];
  const known = new Set(
    [...systemFieldNames(values.type), ...hidden, ...namesOf(false), 'rowid'].map(foldName),
  );
  // The name of a removed field was never meant as a text.
  const removed = new Set(namesOf(true).map(foldName));
  return indexTexts(values, tools)
    .map((sql, position) => {
      const texts = tools.textNames(sql).filter((name) => !removed.has(foldName(name)));
      return {
        position,
        problem: tools.indexProblem(sql),
        missing: tools.columnNames(sql).filter((name) => !known.has(foldName(name)) && !texts.includes(name)),
      };
    })
    .filter(({ problem, missing }) => problem !== undefined || missing.length > 0);
}
