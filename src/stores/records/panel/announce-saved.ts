import { addToast } from '#stores/app/toasts.ts';
import { undoAction } from '../undo/action.ts';
import type { Saved } from './save.ts';

/** Shows the result of a save; reports success only if the collection has all sent fields. */
export function announceSaved({ ignored, altered, entry }: Saved, isNew: boolean): void {
  const done = isNew ? 'created' : 'updated';
  if (ignored.length) {
    const names = ignored.join(', ');
    addToast('warning', `The record was ${done} without ${names}: the collection was changed meanwhile.`);
  } else addToast('success', `Successfully ${done} record.`, { action: entry && undoAction(entry) });
  if (altered.length) {
    addToast('warning', `The backend stored other values than were typed: ${altered.join(', ')}.`);
  }
}
