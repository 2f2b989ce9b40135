/** Returns the element that takes over the focus, if there is one. */
type FocusTarget = () => HTMLElement | null | undefined;

const targets = new Map<Element, FocusTarget>();

/**
 * Keeps the focus within `root` when the focused element is removed: otherwise a keyboard user would start again at
 * the top. With nested roots, the innermost one applies. Code that knows a better target moves the focus itself, in a
 * layout effect. Returns a function that stops this.
 */
export function keepFocus(root: HTMLElement, getTarget: FocusTarget): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let last: Element | undefined;
  /** The last focused element and its ancestors, recorded because a removed element no longer has any. */
  let path: readonly Element[] = [];
  root.addEventListener(
    'focusin',
    ({ target }) => {
      last = target instanceof Element ? target : undefined;
      path = pathOf(last);
    },
    { signal },
  );
  root.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      if (relatedTarget) last = undefined;
      // Only later is it known whether the element was removed or just lost the focus, e.g. by a press elsewhere.
      queueMicrotask(() => {
        if (target !== last || !last?.isConnected || last.matches(':disabled') || !document.hasFocus())
          return;
        if (document.activeElement !== last) last = undefined;
      });
    },
    { signal },
  );
  const removals = new MutationObserver(() => {
    if (last && !last.isConnected && document.activeElement === document.body) restoreFocus(path);
  });
  removals.observe(root, { childList: true, subtree: true });
  targets.set(root, getTarget);
  return () => {
    stop.abort();
    removals.disconnect();
    targets.delete(root);
  };
}

/** An element and its ancestors, innermost first. */
export function pathOf(element: Element | null | undefined): readonly Element[] {
  const path: Element[] = [];
  for (let at = element ?? null; at; at = at.parentElement) path.push(at);
  return path;
}

/** The field that replaced a removed one, for example the editor of a plain field. */
function successorOf([removed, ...path]: readonly Element[]): HTMLElement | null | undefined {
  if (!removed?.matches('input, textarea')) return;
  const label = CSS.escape(removed.getAttribute('aria-label') ?? '');
  return path.find((element) => element.isConnected)?.querySelector(`[aria-label="${label}"]`);
}

/** Moves the focus, which nothing has, to what replaced the removed element, or to the target of its innermost root. */
export function restoreFocus(path: readonly Element[]): void {
  const root =
    path.find((element) => element.isConnected && targets.has(element)) ??
    [...targets.keys()].find((element) => !element.matches('[data-panel]') && element.checkVisibility());
  const target = successorOf(path) ?? (root && targets.get(root)?.());
  target?.focus();
}
