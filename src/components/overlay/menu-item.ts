/** One line of a menu. */
export interface MenuItem {
  readonly key: string;
  readonly label: string;
  /** Class of an icon before the label. */
  readonly icon?: string;
  /** Makes the item a link. */
  readonly href?: string;
  readonly onSelect?: () => void;
  /** A ticked or unticked item; choosing it keeps the menu open. */
  readonly checked?: boolean;
  /** Of the ticked items between two lines only one can be ticked, as with radio buttons. */
  readonly radio?: boolean;
  /** Keeps the menu open after choosing a plain item. */
  readonly staysOpen?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

/** A line of a menu, a line between two groups, or the heading of a group. */
export type MenuEntry = MenuItem | 'separator' | { readonly heading: string };

/** Whether an entry can be chosen. */
export const isMenuItem = (entry: MenuEntry): entry is MenuItem =>
  typeof entry !== 'string' && 'key' in entry;
/** How long typed letters count as one word, in ms. */
const TYPEAHEAD_MS = 500;

/**
 * Looks for the next text that begins with what was typed lately; the same letter again goes on to the
 * next one. Returns a function of the event of a key, the texts and the present index that gives the index found.
 * It goes by when a key was pressed: a page that is busy hears of it late.
 */
export function createTypeahead() {
  let typed = '';
  let at = 0;
  return (
    { key, timeStamp }: { readonly key: string; readonly timeStamp: number },
    texts: readonly string[],
    index: number,
  ): number | undefined => {
    typed = timeStamp - at < TYPEAHEAD_MS ? typed + key.toLowerCase() : key.toLowerCase();
    at = timeStamp;
    const same = [...typed].every((letter) => letter === typed[0]);
    const word = same ? (typed[0] ?? '') : typed;
    const start = same ? index + 1 : Math.max(index, 0);
    for (let step = 0; step < texts.length; step += 1) {
      const candidate = (start + step) % texts.length;
      if (texts[candidate]?.toLowerCase().startsWith(word)) return candidate;
    }
    return undefined;
  };
}
