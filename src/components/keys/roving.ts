import { latinKey } from '#domain/app/key-press.ts';
import { nextItem } from '#domain/app/roving.ts';

/** Moves the focus and scrolls no further than needed; the browser would scroll to the middle. */
export function focusNear(
  element: HTMLElement | null | undefined,
  shown: Element | null | undefined = element,
): void {
  element?.focus({ preventScroll: true });
  shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The key of an event that may move the focus, as {@link latinKey}; undefined if it belongs to something else. */
export function movingKey(event: KeyboardEvent, root: Element): string | undefined {
  const { target } = event;
  const isOurs = !event.defaultPrevented && !event.altKey && target instanceof Node && root.contains(target);
  return isOurs ? latinKey(event) : undefined;
}

/** Selects the ancestors that Up and Down move between, or returns what the line of an item is. */
export type Lines = string | ((item: HTMLElement) => unknown);

/**
 * Makes the elements in `root` that match `selector` one tab stop: the one that had the focus last, at first the
 * current page. Arrow keys move between them. Elements may come and go. Returns a function that stops this.
 * @param lines without, the items are one line
 */
export function roving(root: HTMLElement, selector: string, lines?: Lines): () => void {
  let items: HTMLElement[] = [];
  let stop: HTMLElement | undefined;
  /** Until then the first one is the stop, also when it was disabled at first. */
  let hadFocus = false;

  function setStop(next: HTMLElement | undefined) {
    stop = next;
    for (const item of items) {
      const tabIndex = item === next ? 0 : -1;
      if (item.tabIndex !== tabIndex) item.tabIndex = tabIndex;
    }
  }

  function update() {
    const before = hadFocus ? stop : undefined;
    const at = before ? items.indexOf(before) : -1;
    items = [...root.querySelectorAll<HTMLElement>(selector)];
    const usable = items.filter((item) => !item.matches(':disabled'));
    const { activeElement } = document;
    const current = root.contains(activeElement)
      ? usable.find((item) => item === activeElement)
      : usable.find((item) => item.hasAttribute('aria-current'));
    const kept = usable.find((item) => item === before);
    setStop(current ?? kept ?? usable[Math.min(at, usable.length - 1)] ?? usable[0]);
  }

  function onFocus({ target }: FocusEvent) {
    const item = items.find((each) => each === target);
    if (!item) return;
    hadFocus = true;
    setStop(item);
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = movingKey(event, root);
    if (key === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const shown = items.filter((item) => !item.matches(':disabled') && item.checkVisibility());
    const at = shown.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const lineOf = (item: HTMLElement) => (typeof lines === 'string' ? item.closest(lines) : lines?.(item));
    const next = nextItem(key, at, shown.map(lineOf));
    if (next === undefined) return;
    event.preventDefault();
    focusNear(shown[next]);
  }

  const changes = new MutationObserver(update);
  changes.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-current', 'disabled'] });
  root.addEventListener('focusin', onFocus);
  // On the document: handlers of React come first, and may use the key for something else.
  document.addEventListener('keydown', onKeyDown);
  update();
  return () => {
    changes.disconnect();
    root.removeEventListener('focusin', onFocus);
    document.removeEventListener('keydown', onKeyDown);
  };
}
