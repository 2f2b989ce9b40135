import { atom } from 'nanostores';

/** Whether the page sidebar is open as a drawer, on small screens. */
export const $isDrawerOpen = atom(false);

const SHOWN_SIDEBAR =
  '[data-route="collections"] [data-frame="collections"] .page-sidebar, [data-group] .page-sidebar';

/** Publishes the drawer's state for CSS and closes it by Escape and by choosing a link. */
export function startDrawer(): void {
  let opener: Element | null = null;
  $isDrawerOpen.listen((open) => {
    const html = document.documentElement;
    if (open) {
      opener = document.activeElement;
      html.dataset['drawer'] = 'open';
      const sidebar = document.querySelector<HTMLElement>(SHOWN_SIDEBAR);
      sidebar?.querySelector<HTMLElement>('[aria-current], a, input')?.focus();
    } else {
      delete html.dataset['drawer'];
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      opener = null;
    }
  });
  window.addEventListener('hashchange', () => $isDrawerOpen.set(false));
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-open-drawer]')) $isDrawerOpen.set(true);
    else if (target.closest('[data-close-drawer], .side-link')) $isDrawerOpen.set(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') $isDrawerOpen.set(false);
  });
}
