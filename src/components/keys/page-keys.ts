import { focusNear, roving } from './roving.ts';

const FOCUSABLE = 'a, button, input, textarea, [tabindex="0"]';

/** What is in use: the topmost panel, or the screen. */
const findScreen = (): Element | undefined =>
  [...document.querySelectorAll('[data-panel], .page-content')].findLast((part) => part.checkVisibility());

/** The first tab stop in `part` that matches; screens that are not shown are in the page, too. */
const findStop = (part: Element | null | undefined, selector: string): HTMLElement | undefined =>
  [...(part?.querySelectorAll<HTMLElement>(selector) ?? [])].find(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
  );

const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** `/` goes to the search of the screen, else to that of the sidebar. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return;
  if (target instanceof Element && target.closest(TYPING)) return;
  const screen = findScreen();
  const search =
    findStop(screen, '[role=search] :is(input, textarea)') ??
    findStop(screen?.closest('.page-frame'), 'search input');
  if (!search) return;
  event.preventDefault();
  search.focus();
}

/** The keys of the page itself: skipping to the content, the search, arrows in the menus. */
export function startPageKeys(): void {
  // Past menu and sidebar.
  document
    .querySelector('[data-skip]')
    ?.addEventListener('click', () => focusNear(findStop(findScreen(), FOCUSABLE)));
  document.addEventListener('keydown', onKeyDown);
  for (const menu of document.querySelectorAll<HTMLElement>('.rail, .settings-nav')) roving(menu, 'a', 'a');
}
