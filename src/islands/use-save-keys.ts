import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isComposing, latinKey } from '#domain/app/key-press.ts';

type SaveKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'
>;

/** Whether a key saves, or saves and closes. */
export function saveKeyOf(event: SaveKey): 'save' | 'close' | undefined {
  if (isComposing(event) || !(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  if (event.key === 'Enter' && !event.shiftKey) return event.defaultPrevented ? undefined : 'close';
  return latinKey(event) === 's' ? 'save' : undefined;
}

/**
 * Saves a form by Ctrl+S or Cmd+S inside its panel, or on its page, and saves and closes by Ctrl+Enter or Cmd+Enter.
 * With the focus in a dialog above the form the keys do nothing; the browser's own save dialog is always prevented.
 */
export function useSaveKeys(
  form: RefObject<HTMLFormElement | null>,
  onSave: () => void,
  onSaveAndClose: () => void,
): void {
  const save = useEffectEvent((event: KeyboardEvent) => {
    const key = saveKeyOf(event);
    if (!key) return;
    event.preventDefault();
    const panels = [...document.querySelectorAll('[data-panel]')];
    const target = event.target instanceof Element ? event.target.closest('[data-panel]') : null;
    // Without a focused panel the keys apply to the topmost one, and without any panel to the page.
    const active = target ?? panels.at(-1) ?? null;
    if (form.current?.closest('[data-panel]') === active && !event.repeat)
      (key === 'close' ? onSaveAndClose : onSave)();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => save(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
