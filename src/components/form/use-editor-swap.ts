import {
  type ComponentType,
  type CompositionEvent,
  type RefObject,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { TextSelection } from '#components/code/ace.ts';

interface Swap<Props extends object> {
  readonly Editor: ComponentType<Props>;
  /** The selection of the plain field if it had the focus; the editor takes over both. */
  readonly selection: TextSelection | undefined;
}

/** Set on a plain field when the user has begun to edit in it, not only moved to it. */
const BEGUN = 'data-begun';

/** Set on a plain field during an IME composition. */
const COMPOSING = 'data-composing';

/** Props for a plain field in which the user has begun already. */
export const begun = { [BEGUN]: '' };

const begin = ({ currentTarget }: SyntheticEvent<HTMLElement>) => currentTarget.setAttribute(BEGUN, '');

function selectionOf(element: HTMLInputElement | HTMLTextAreaElement | null): TextSelection | undefined {
  if (!element || document.activeElement !== element) return undefined;
  const start = element.selectionStart ?? element.value.length;
  return { start, end: element.selectionEnd ?? start, isEditing: element.hasAttribute(BEGUN) };
}

/** For the plain field: the editor goes on with what was begun here, and waits for the end of an IME composition. */
export const composition = {
  onInput: begin,
  onPointerDown: begin,
  onCompositionStart: (event: CompositionEvent<HTMLElement>) =>
    event.currentTarget.setAttribute(COMPOSING, ''),
  onCompositionEnd: (event: CompositionEvent<HTMLElement>) => event.currentTarget.removeAttribute(COMPOSING),
};

/** The text of a composition may come a moment after its end, and its last key may begin the next one. */
const composed = (element: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    element.addEventListener('compositionend', () => setTimeout(resolve), { once: true });
  });

/** Replaces a plain field with the props {@link composition} by an editor once its code is there; the text is kept. */
export function useEditorSwap<Props extends object>(
  plain: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  load: () => Promise<ComponentType<Props>>,
) {
  const [swap, setSwap] = useState<Swap<Props>>();
  const isPending = useRef(false);

  function swapTo(Editor: ComponentType<Props>) {
    const element = plain.current;
    if (!element) return;
    // Synchronous: by a later render the user may have typed, or moved on, and would be taken back.
    flushSync(() => setSwap({ Editor, selection: selectionOf(element) }));
  }

  /** Fetches the editor once, and again after a failure. */
  async function fetch() {
    if (isPending.current) return;
    isPending.current = true;
    try {
      const Editor = await load();
      while (plain.current?.hasAttribute(COMPOSING)) await composed(plain.current);
      swapTo(Editor);
    } catch {
      isPending.current = false;
    }
  }

  return { swap, fetch };
}
