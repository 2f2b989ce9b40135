import { foldName } from '../fold-name.ts';
import { systemFieldNames } from '../system-fields.ts';
import type { IndexTools } from './index-sql/load.ts';
import { type CollectionValues, indexTexts } from './values.ts';

/** An edited index that the backend is going to refuse. */
export interface BrokenIndex {
  /** Its position among the indexes. */
  readonly position: number;
  /** Why it can't be read, a sentence; undefined when it can. */
  readonly problem: string | undefined;
  /** Columns that it names and that no field has, because they were removed or never were. */
  readonly missing: readonly string[];
}

/** The indexes that can't be read, or that name columns which won't exist after the save. */
export function brokenIndexes(values: CollectionValues, tools: IndexTools): BrokenIndex[] {
  const names = values.fields.filter(({ toDelete }) => !toDelete).map(({ name }) => name);
  const known = new Set([...systemFieldNames(values.type), ...names, 'rowid'].map(foldName));
  return indexTexts(values, tools)
    .map((sql, position) => ({
      position,
      problem: tools.indexProblem(sql),
      missing: tools.columnNames(sql).filter((name) => !known.has(foldName(name))),
    }))
    .filter(({ problem, missing }) => problem !== undefined || missing.length > 0);
}
