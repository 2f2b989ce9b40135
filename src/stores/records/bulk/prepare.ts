import type { Collection } from '#domain/collections/collection.ts';
import { report } from '#stores/app/report.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { listedQuery } from '../list.ts';
import { $selection, type RecordSelection } from '../selection.ts';
import { beginBulk } from './run.ts';
import { $bulk } from './state.ts';
import { readTargets, type Targets } from './targets.ts';

/** What an action is about to change. */
export interface Prepared {
  readonly collection: Collection;
  readonly selection: RecordSelection;
  readonly targets: Targets;
}

/** The selection of the list on screen; undefined without one, or while another action runs. */
export function currentSelection(): Omit<Prepared, 'targets'> | undefined {
  const collection = $activeCollection.get();
  const selection = $selection.get();
  if (!collection || listedQuery()?.collection !== collection.id) return undefined;
  const isRunning = ['reading', 'busy'].includes($bulk.get().state);
  return selection.count && !isRunning ? { collection, selection } : undefined;
}

/** Shows in `$bulk` that records are read, until `read` ends; undefined on an error, which is reported. */
export async function readForBulk<T>(
  from: Collection,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const signal = beginBulk();
  $bulk.set({ state: 'reading', from, done: 0 });
  try {
    return await read(signal);
  } catch (thrown) {
    report(thrown);
    return undefined;
  } finally {
    $bulk.set({ state: 'idle' });
  }
}

/**
 * Finds the records of the selection, with the progress in `$bulk`; `clause` as in `readTargets`. Undefined when there
 * is none, when it was stopped, or on an error, which is reported.
 */
export async function prepareBulk(clause?: string): Promise<Prepared | undefined> {
  const current = currentSelection();
  if (!current) return undefined;
  const { collection, selection } = current;
  if (selection.by === 'ids' && !clause)
    return { ...current, targets: { ids: [...selection.ids], filter: undefined } };
  const onFound = (done: number) => $bulk.set({ state: 'reading', from: collection, done });
  const targets = await readForBulk(collection, (signal) =>
    readTargets(collection.id, selection, { ...(clause && { clause }), onFound, signal }),
  );
  return targets && { ...current, targets };
}
