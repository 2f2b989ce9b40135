import { readShared } from '#browser/shared-storage.ts';
import { cellDraftKey, waitingDraftsKey } from '#domain/app/storage-keys.ts';
import { $adminId } from '#stores/app/session.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $cellUse } from './use.ts';

/** Brings back changes in cells that a reload has left, when their list is on screen. Returns a function that stops this. */
export const followKeptCells = (): (() => void) =>
  $activeCollection.subscribe((collection) => {
    if (!collection) return;
    const key = cellDraftKey(collection.id);
    const ownKey = `${key}@${$adminId.get() ?? ''}`;
    const keys = [key, ownKey, waitingDraftsKey(ownKey)];
    if (keys.some((each) => readShared(each) !== undefined)) $cellUse.set({ kind: 'restore' });
  });
