import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isComposing } from '#domain/app/is-composing.ts';

/**
 * Ctrl+S and Cmd+S inside the panel of a form save it (RP-06). With the focus in a dialog on top of it they do
 * nothing, the browser's own saving of the page included.
 */
export function useSaveKeys(form: RefObject<HTMLFormElement | null>, onSave: () => void): void {
  const save = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    const panels = [...document.querySelectorAll('[data-panel]')];
    const target = event.target instanceof Element ? event.target.closest('[data-panel]') : null;
    const own = form.current?.closest('[data-panel]');
    // Where nothing has the focus the topmost panel is meant.
    if (own && own === (target ?? panels.at(-1)) && !event.repeat) onSave();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => save(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
