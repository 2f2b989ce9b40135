/** What is read of a key press, the browser's own or React's. */
export interface KeyPress {
  readonly isComposing?: boolean;
  readonly keyCode: number;
  readonly nativeEvent?: { readonly isComposing?: boolean };
}

/** What browsers say instead of the key's own code while an input method works on it. */
const PROCESSED = 229;

/**
 * Whether a key belongs to an input method that composes text (Chinese, Japanese, accents): Enter ends the
 * composition then and Escape gives it up, and neither means anything to the dashboard. Safari ends the
 * composition before it tells of the key, which is why the code counts too.
 */
export function isComposing(event: KeyPress): boolean {
  return (event.nativeEvent ?? event).isComposing === true || event.keyCode === PROCESSED;
}
