import { atom } from 'nanostores';
import { isComposing } from '#domain/app/key-press.ts';
import { $path } from './route.ts';

/** Whether the page sidebar is open as a drawer, on small screens. */
export const $isDrawerOpen = atom(false);

const SHOWN_SIDEBAR =
  '[data-route="collections"] [data-frame="collections"] .page-sidebar, [data-group] .page-sidebar';

const BEHIND = '.rail, .app-footer, .page-content';

function setInert(inert: boolean): void {
  for (const part of document.querySelectorAll<HTMLElement>(BEHIND)) part.inert = inert;
}

/** Sets the drawer's state on `<html>` for CSS; Escape and a click on a link close the drawer. */
export function startDrawer(): void {
  let opener: Element | null = null;
  let openedAt = '';
  $isDrawerOpen.listen((open) => {
    const html = document.documentElement;
    if (open) {
      opener = document.activeElement;
      openedAt = location.href;
      html.dataset['drawer'] = 'open';
      const sidebar = document.querySelector<HTMLElement>(SHOWN_SIDEBAR);
      setInert(true);
      // One selector for both would find what is first in the page.
      const first =
        sidebar?.querySelector<HTMLElement>('[aria-current]') ??
        sidebar?.querySelector<HTMLElement>('a, input');
      first?.focus();
    } else {
      delete html.dataset['drawer'];
      setInert(false);
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      opener = null;
    }
  });
  // The event of a change just before the drawer opened may come after it.
  window.addEventListener('hashchange', () => location.href !== openedAt && $isDrawerOpen.set(false));
  // A redirect, for example at the end of the session, fires no hashchange event.
  $path.listen(() => $isDrawerOpen.set(false));
  // A wide window has no drawer.
  window.matchMedia('(width >= 48rem)').addEventListener('change', () => $isDrawerOpen.set(false));
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-open-drawer]')) $isDrawerOpen.set(true);
    else if (target.closest('[data-close-drawer], a.side-link')) $isDrawerOpen.set(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !isComposing(event)) $isDrawerOpen.set(false);
  });
}
