/** The properties of a keyboard event that are read, from the browser or from React. */
export interface KeyPress {
  readonly isComposing?: boolean;
  readonly keyCode: number;
  readonly nativeEvent?: { readonly isComposing?: boolean };
}

/** Key code that browsers report while an input method processes the key. */
const PROCESSED = 229;

/**
 * Whether a key press belongs to an input method that composes text (Chinese, Japanese, accents). Enter then ends
 * the composition and Escape cancels it, and the dashboard must ignore both. Safari ends the composition before it
 * dispatches the key event, so the key code is checked too.
 */
export function isComposing(event: KeyPress): boolean {
  return (event.nativeEvent ?? event).isComposing === true || event.keyCode === PROCESSED;
}

/**
 * The key of a press, a Latin letter in lower case: also with Caps Lock, and on keyboards of other scripts, where the
 * place of the key counts.
 */
export function latinKey({ key, code }: { readonly key: string; readonly code: string }): string {
  if (key > '~' && /^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  return key.length === 1 ? key.toLowerCase() : key;
}
