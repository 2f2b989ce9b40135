import type { KeyboardEvent } from 'react';
import { isComposing } from '#domain/app/key-press.ts';

/** Keeps keys that edit the text of a combobox from the library. Safari ends a composition before its last key. */
export function keepEditingKeys(event: KeyboardEvent): void {
  if (isComposing(event) || event.key === 'Home' || event.key === 'End') event.stopPropagation();
}
