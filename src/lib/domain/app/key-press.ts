export interface KeyPress {
  readonly isComposing?: boolean;
  readonly keyCode: number;
  readonly nativeEvent?: { readonly isComposing?: boolean };
}

/** Reported while an input method processes the key. */
const PROCESSED = 229;

/**
 * The key ends or cancels a composition of an input method, so the dashboard ignores it. Safari ends the composition
 * before it dispatches the event, so the key code is checked too.
 */
export const isComposing = (event: KeyPress): boolean =>
  (event.nativeEvent ?? event).isComposing === true || event.keyCode === PROCESSED;

/** A Latin letter in lower case: also with Caps Lock, and on keyboards of other scripts by the place of the key. */
export function latinKey({ key, code }: { readonly key: string; readonly code: string }): string {
  if (key > '~' && /^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}
