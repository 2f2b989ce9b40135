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

/** An editor that replaced the plain field. */
export interface Swap<Props extends object> {
  readonly Editor: ComponentType<Props>;
  /** The selection of the plain field if it had the focus; the editor takes over both. */
  readonly selection: TextSelection | undefined;
}

/** Result of {@link useEditorSwap}. */
export interface EditorSwap<Props extends object> {
  /** Undefined while the plain field is shown. */
  readonly swap: Swap<Props> | undefined;
  /** Fetches the editor once, and again after a failure. */
  readonly fetch: () => Promise<void>;
}

/** Set on a plain field when the user has begun to edit in it, not only moved to it. */
const BEGUN = 'data-begun';

/** Set on a plain field during an IME composition. */
const COMPOSING = 'data-composing';

/** Props for a plain field in which the user has begun already. */
export const begun = { [BEGUN]: '' };

const begin = ({ currentTarget }: SyntheticEvent<HTMLElement>) => currentTarget.setAttribute(BEGUN, '');

/** The selection of a plain field, which its editor takes over with the focus; undefined without the focus. */
function selectionOf(element: HTMLInputElement | HTMLTextAreaElement | null): TextSelection | undefined {
  if (!element || document.activeElement !== element) return undefined;
  const start = element.selectionStart ?? element.value.length;
  return { start, end: element.selectionEnd ?? start, isEditing: element.hasAttribute(BEGUN) };
}

/**
 * Props for the plain field: the editor goes on with what was begun here, and the swap waits for the end of an IME
 * composition (accents, Chinese, Japanese).
 */
export const composition = {
  onInput: begin,
  onPointerDown: begin,
  onCompositionStart: (event: CompositionEvent<HTMLElement>) =>
    event.currentTarget.setAttribute(COMPOSING, ''),
  onCompositionEnd: (event: CompositionEvent<HTMLElement>) => event.currentTarget.removeAttribute(COMPOSING),
};

/**
 * Resolves after the end of a composition. Its text may come a moment later, and its last key may begin the next one.
 */
const composed = (element: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    element.addEventListener('compositionend', () => setTimeout(resolve), { once: true });
  });

/**
 * Replaces a plain field by an editor whose code is fetched later. Text typed meanwhile is kept. If the editor can't be
 * fetched, the plain field stays.
 * @param plain the plain field, with the props {@link composition}
 */
export function useEditorSwap<Props extends object>(
  plain: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  load: () => Promise<ComponentType<Props>>,
): EditorSwap<Props> {
  const [swap, setSwap] = useState<Swap<Props>>();
  const isPending = useRef(false);

  function swapTo(Editor: ComponentType<Props>) {
    const element = plain.current;
    if (!element) return;
    // Synchronous: by a later render the user may have typed, or moved on, and would be taken back.
    flushSync(() => setSwap({ Editor, selection: selectionOf(element) }));
  }

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
