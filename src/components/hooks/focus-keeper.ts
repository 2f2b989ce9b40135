/** Gives what takes the focus over; nothing while there is nothing that could. */
export type Heir = () => HTMLElement | null | undefined;

const homes = new Map<Element, Heir>();

/**
 * Keeps the focus within `root` when what has it leaves the page: a keyboard user would start again at the top.
 * Of several around it the innermost keeps it. Who knows a better place moves the focus itself, in a layout effect.
 * Returns what stops that.
 */
export function keepFocus(root: HTMLElement, heir: Heir): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let last: Element | undefined;
  /** Its ancestors, recorded because a removed element no longer has any. */
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
      // By now nobody can tell whether the element leaves the page or was left for none, as by a press beside it.
      queueMicrotask(() => {
        if (target !== last || !last?.isConnected || last.matches(':disabled') || !document.hasFocus())
          return;
        if (document.activeElement !== last) last = undefined;
      });
    },
    { signal },
  );
  const removals = new MutationObserver(() => {
    if (last && !last.isConnected && document.activeElement === document.body) focusHome(path);
  });
  removals.observe(root, { childList: true, subtree: true });
  homes.set(root, heir);
  return () => {
    stop.abort();
    removals.disconnect();
    homes.delete(root);
  };
}

/** An element and its ancestors, innermost first. Recorded because a removed element no longer has any. */
export function pathOf(element: Element | null | undefined): readonly Element[] {
  const path: Element[] = [];
  for (let at = element ?? null; at; at = at.parentElement) path.push(at);
  return path;
}

/**
 * Focuses the home of a removed element: the innermost element of `path` that is still there and keeps the focus,
 * otherwise the home of the page. Call it only when nothing else has the focus.
 */
export function focusHome(path: readonly Element[]): void {
  const home =
    path.find((element) => element.isConnected && homes.has(element)) ??
    [...homes.keys()].find((element) => !element.matches('[data-panel]') && element.checkVisibility());
  if (home) homes.get(home)?.()?.focus();
}
