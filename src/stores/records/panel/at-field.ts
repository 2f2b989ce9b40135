import { atom } from 'nanostores';
import { openListedRecord } from '../list-changes.ts';

/** The field that gets the focus when the panel of its record is ready. */
export const $atField = atom<{ readonly id: string; readonly name: string } | undefined>(undefined);

export function openAtField(id: string, name: string): void {
  $atField.set({ id, name });
  openListedRecord(id);
}
