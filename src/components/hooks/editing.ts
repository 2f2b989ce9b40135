/**
 * Set on the frame of a code or rich-text editor while its keys edit. Without it, Tab only passes through, so that
 * nobody changes a text on the way to the save button, and Escape closes the panel.
 */
const EDITING = 'data-keeps-escape';

/** Describes the keys to screen readers. */
export const EDITING_HINT = 'Press Enter or type to edit. Then Tab indents, and Escape ends editing.';

export const beginEditing = (frame: Element): void => frame.setAttribute(EDITING, '');
export const endEditing = (frame: Element): void => frame.removeAttribute(EDITING);

/** Whether Escape belongs to the editor that has the focus. */
export const isEscapeKept = (): boolean => document.activeElement?.closest(`[${EDITING}]`) != null;

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * Begins editing by Enter and ends it by Escape.
 * @returns `used` if the key has done that, `passes` for a Tab that the editor must not see
 */
export function editingKey(frame: Element, event: Key): 'used' | 'passes' | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (frame.hasAttribute(EDITING)) {
    if (key !== 'Escape') return undefined;
    endEditing(frame);
    return 'used';
  }
  if (key === 'Tab') return 'passes';
  if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey) return undefined;
  beginEditing(frame);
  return 'used';
}
