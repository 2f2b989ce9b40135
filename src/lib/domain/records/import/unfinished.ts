import { isObject, parseJson, text } from '#domain/app/lenient.ts';

/** An import that has begun and not ended, of which the rows stay where they are: with the file. */
export interface UnfinishedImport {
  /** Id of the collection. */
  readonly collection: string;
  readonly file: string;
  readonly count: number;
  /** Of the rows, see `FileContent`. */
  readonly print: string;
  /** From which the ids of new records come. */
  readonly seed: string;
  /** When it began, as dates are stored. */
  readonly at: string;
}

/** Older ones are forgotten. */
const MAX_KEPT = 10;

const isSeed = (seed: string): boolean => /^[0-9a-f]{32}$/.test(seed);

export function parseUnfinished(stored: string | undefined): readonly UnfinishedImport[] {
  const list = stored === undefined ? undefined : parseJson(stored);
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap((one) => {
    const [collection, file, print, seed, at] = ['collection', 'file', 'print', 'seed', 'at'].map((name) =>
      text(one[name]),
    ) as [string, string, string, string, string];
    const count = Number(one['count']) || 0;
    return collection && print && isSeed(seed) ? [{ collection, file, count, print, seed, at }] : [];
  });
}

export const isSameImport = (
  a: Pick<UnfinishedImport, 'collection' | 'print' | 'count'>,
  b: Pick<UnfinishedImport, 'collection' | 'print' | 'count'>,
): boolean => a.collection === b.collection && a.print === b.print && a.count === b.count;

/** The newest first. */
export const withUnfinished = (
  list: readonly UnfinishedImport[],
  one: UnfinishedImport,
): readonly UnfinishedImport[] =>
  [one, ...list.filter((other) => !isSameImport(other, one))].slice(0, MAX_KEPT);

/** How rows get their ids; `isAgain` when an import goes on that may have stored some of them. */
export interface RowIds {
  readonly seed: string;
  readonly isAgain: boolean;
}
