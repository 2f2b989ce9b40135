import { type KeyboardEvent, useState } from 'react';

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

interface Items {
  readonly getState: () => {
    readonly renderedItems: readonly { readonly id: string; readonly element?: HTMLElement | null }[];
    readonly activeId: string | null | undefined;
  };
  readonly move: (id: string) => void;
}

/**
 * Gives what moves to the item whose text begins with the letters that are typed. The library's own forgets the first
 * letter when only the present item begins with it, and counts the time by a timer, which a busy page fires too early.
 */
export function useTypeahead(items: Items): (event: KeyboardEvent) => void {
  const [find] = useState(createTypeahead);
  return (event) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey) return;
    const { renderedItems, activeId } = items.getState();
    const texts = renderedItems.map(({ element }) => element?.textContent ?? '');
    const found = find(
      event,
      texts,
      renderedItems.findIndex(({ id }) => id === activeId),
    );
    const item = renderedItems[found ?? -1];
    if (!item) return;
    event.preventDefault();
    items.move(item.id);
  };
}
