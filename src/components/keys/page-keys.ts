import { latinKey } from '#domain/app/key-press.ts';
import { holdKeys } from './held-keys.ts';
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

/** Where text is typed. Other inputs are like buttons. */
export const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Goes to the search of the screen, else to that of the sidebar. */
function goToSearch(): void {
  const screen = findScreen();
  const search =
    findStop(screen, '[role=search] :is(input, textarea)') ??
    findStop(screen?.closest('.page-frame'), 'search input');
  search?.focus();
}

export interface PageKeys {
  /** Ctrl or Cmd and K, also in fields; false when it is open already. */
  readonly openPalette: () => boolean;
  /** `?` outside of fields. */
  readonly openShortcuts: () => void;
  /** Whether single characters are shortcuts. */
  readonly hasSingleKeys: () => boolean;
}

/** The keys of the page itself: skipping to the content, search, palette, shortcuts, arrows in the menus. */
export function startPageKeys({ openPalette, openShortcuts, hasSingleKeys }: PageKeys): void {
  const openAndType = () => {
    if (openPalette()) holdKeys();
  };
  const plain: Readonly<Record<string, () => void>> = { '/': goToSearch, '?': openShortcuts };
  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    const isControl = ctrlKey || metaKey;
    // An administrator is signed in where there is the menu.
    if (defaultPrevented || altKey || document.documentElement.dataset['sidebar'] !== 'on') return;
    const isTyping = target instanceof Element && target.closest(TYPING) !== null;
    const act =
      isControl && !shiftKey && latinKey(event) === 'k'
        ? openAndType
        : isControl || isTyping || !hasSingleKeys()
          ? undefined
          : plain[key];
    if (!act) return;
    event.preventDefault();
    // An editor has another use for Ctrl+K.
    event.stopPropagation();
    act();
  }

  // Past menu and sidebar.
  document
    .querySelector('[data-skip]')
    ?.addEventListener('click', () => focusNear(findStop(findScreen(), FOCUSABLE)));
  document.addEventListener('keydown', onKeyDown, { capture: true });
  for (const menu of document.querySelectorAll<HTMLElement>('.rail, .settings-nav')) roving(menu, 'a', 'a');
}
