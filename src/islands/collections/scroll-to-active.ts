/** Scrolls the list of collections just as far as needed to show the active one. */
export function scrollToActive(list: HTMLElement | null): void {
  const active = list?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!list || !active) return;
  const { top, bottom } = list.getBoundingClientRect();
  if (active.top < top) list.scrollTop -= top - active.top;
  else if (active.bottom > bottom) list.scrollTop += active.bottom - bottom;
}
