/** A browser that a driver operates by real presses and keys. `Handle` is the driver's name of an element. */
export interface Engine<Handle = unknown> {
  readonly version: string;
  open(url: string): Promise<void>;
  /** Runs `readText` in the page. */
  text(): Promise<string>;
  /** Runs `findByName` in the page. */
  find(selector: string, name: string): Promise<Handle | undefined>;
  click(handle: Handle): Promise<void>;
  /** Replaces the text of a control by keys; `\\n` is Enter. */
  type(handle: Handle, text: string): Promise<void>;
  chooseFile(handle: Handle, path: string): Promise<void>;
  /** Folder of the browser's downloads. */
  readonly downloads: string;
  /** What the browser's console got so far: warnings, errors, uncaught errors and violations of the policy. */
  problems(): string[];
  close(): Promise<void>;
}

/** The roles that a scenario looks for, and what can have them. */
const ROLES = {
  button: 'button',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  gridcell: '[role=gridcell]',
  'text in a cell': '[role=gridcell] span',
  textbox: 'input, textarea, [role=textbox]',
  file: 'input[type=file]',
} as const;

export type Role = keyof typeof ROLES;

export const selectorOf = (role: Role): string => ROLES[role];

/** Runs in the page: all text that is shown. */
export function readText(): string {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not shown.
  return document.body.innerText;
}

/**
 * Runs in the page: the element with this accessible name, as far as Atoll gives names. Those of a panel go before
 * those of the page and its messages. Undefined while a press would not reach it: it is disabled or covered, or not
 * where it was at the last call.
 */
export function findByName(selector: string, name: string): Element | undefined {
  const textOf = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const texts = [...ids.map((id) => document.getElementById(id)), ...labels].map(textOf);
    return element.getAttribute('aria-label') ?? (texts.length > 0 ? texts.join(' ') : textOf(element));
  };
  const isHidden = (element: Element) => !element.checkVisibility() && !element.matches('[type=file]');
  const named = [...document.querySelectorAll(selector)].filter(
    (element) => nameOf(element) === name && !isHidden(element),
  );
  const found = named.findLast((element) => element.closest('[role=dialog]')) ?? named.at(-1);
  if (!found || found.matches('[type=file]')) return found;
  found.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = found.getBoundingClientRect();
  const place = `${name} ${x} ${y}`;
  const isStill = document.body.dataset['testPlace'] === place;
  document.body.dataset['testPlace'] = place;
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  // A code editor covers its own control.
  const isOnTop = found.contains(top) || top?.closest('.ace_editor')?.contains(found);
  return isStill && isOnTop && !found.matches(':disabled') ? found : undefined;
}
