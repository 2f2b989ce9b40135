import { TYPING } from '#components/keys/page-keys.ts';

/** Set on the frame of an editor while its keys edit. Without it, Tab passes through and Escape is for the panel. */
const EDITING = 'data-keeps-escape';
/** Set once Escape has ended editing, while the editor still has the focus. */
const LEFT = 'data-left';

/** Describes the keys to screen readers. */
export const EDITING_HINT = 'Press Enter or type to edit. Then Tab indents, and Escape ends editing.';

export function beginEditing(frame: Element): void {
  frame.setAttribute(EDITING, '');
  frame.removeAttribute(LEFT);
}
export function endEditing(frame: Element): void {
  frame.removeAttribute(EDITING);
  frame.removeAttribute(LEFT);
}

/** Whether Escape belongs to the editor that has the focus. */
export const isEscapeKept = (): boolean => document.activeElement?.closest(`[${EDITING}]`) != null;

/** The field or editor with the focus, which Escape leaves; undefined if it has left it already. */
export function fieldToLeave(): HTMLElement | undefined {
  const { activeElement: field } = document;
  const isField = field instanceof HTMLElement && field.matches(`${TYPING}, .tox iframe`);
  return isField && !field.closest(`[${LEFT}]`) ? field : undefined;
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Enter begins editing, Escape ends it: 'used'. A Tab that the editor must not see 'passes'. */
export function editingKey(frame: Element, event: Key): 'used' | 'passes' | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (frame.hasAttribute(EDITING)) {
    if (key !== 'Escape') return undefined;
    frame.removeAttribute(EDITING);
    frame.setAttribute(LEFT, '');
    return 'used';
  }
  if (key === 'Tab') return 'passes';
  if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey) return undefined;
  beginEditing(frame);
  return 'used';
}
