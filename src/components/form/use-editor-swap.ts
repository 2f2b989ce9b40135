import { type ComponentType, type CompositionEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TextSelection } from '#components/code/ace.ts';

/** An editor that stands where the plain field was. */
export interface Swap<Props extends object> {
  readonly Editor: ComponentType<Props>;
  /** Where the caret stood in the plain field, when it had the focus; the editor takes both over. */
  readonly selection: TextSelection | undefined;
}

/** What {@link useEditorSwap} gives. */
export interface EditorSwap<Props extends object> {
  /** Undefined while the plain field stands. */
  readonly swap: Swap<Props> | undefined;
  /** Fetches the editor, once; again after a failure. */
  readonly fetch: () => Promise<void>;
}

/** To be given to the plain field: a composition (accents, Chinese, Japanese) would be torn by the swap. */
export const composition = {
  onCompositionStart: (event: CompositionEvent<HTMLElement>) =>
    event.currentTarget.setAttribute('data-composing', ''),
  onCompositionEnd: (event: CompositionEvent<HTMLElement>) =>
    event.currentTarget.removeAttribute('data-composing'),
};

/**
 * Replaces a plain field by an editor whose code comes later. Nothing typed meanwhile is lost, and when the editor
 * can't be fetched the plain field stays.
 * @param plain the plain field, with {@link composition}.
 */
export function useEditorSwap<Props extends object>(
  plain: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  load: () => Promise<ComponentType<Props>>,
): EditorSwap<Props> {
  const [swap, setSwap] = useState<Swap<Props>>();
  const isUnderWay = useRef(false);

  function swapTo(Editor: ComponentType<Props>) {
    const element = plain.current;
    if (!element) return;
    const isFocused = document.activeElement === element;
    const start = element.selectionStart ?? element.value.length;
    const end = element.selectionEnd ?? start;
    // No key may come between the reading of the caret and the swap.
    flushSync(() => setSwap({ Editor, selection: isFocused ? { start, end } : undefined }));
  }

  async function fetch() {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      const Editor = await load();
      const element = plain.current;
      if (!element?.hasAttribute('data-composing')) swapTo(Editor);
      else element.addEventListener('compositionend', () => swapTo(Editor), { once: true });
    } catch {
      isUnderWay.current = false;
    }
  }

  return { swap, fetch };
}
