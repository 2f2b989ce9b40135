import { type CollectionChange, detectChanges } from './changes.ts';
import { completed } from './complete.ts';
import type { ImportMode } from './effective.ts';
import { importProblems } from './problems.ts';
import type { RawCollection } from './raw.ts';
import type { ImportText } from './text.ts';
import { IMPORT_TEXTS } from './words.ts';

export { offersOf } from './offers.ts';
export { readImport, textOf } from './text.ts';

/** All that decides what an import does, and what it does. */
export interface Plan {
  readonly existing: readonly RawCollection[];
  /** The collections of the text. */
  readonly written: readonly RawCollection[];
  /** The same, as they are sent. */
  readonly imported: readonly RawCollection[];
  readonly mode: ImportMode;
  readonly changes: readonly CollectionChange[];
  /** Why the backend would refuse it. */
  readonly problems: readonly string[];
  /** What else the user has to know. */
  readonly notes: readonly string[];
}

/** What a text would do; undefined for one without collections. */
export function planOf(
  existing: readonly RawCollection[],
  { collections: written, total }: ImportText,
  mode: ImportMode,
): Plan | undefined {
  if (!written) return undefined;
  const { imported, given } = completed(existing, written, mode);
  return {
    ...{ existing, written, imported, mode },
    changes: detectChanges(existing, imported, mode),
    problems: importProblems(existing, imported, mode),
    notes: [
      ...(total === undefined ? [] : [IMPORT_TEXTS.page(written.length, total)]),
      ...(given.length ? [`${IMPORT_TEXTS.given} ${given.join(', ')}.`] : []),
    ],
  };
}
