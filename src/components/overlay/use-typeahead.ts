import { type KeyboardEvent, useState } from 'react';
import { foldText } from '#domain/app/fold-text.ts';

/** Letters typed within this time form one word, in ms. */
const TYPEAHEAD_MS = 500;

/** Finds the next text with the letters typed lately, by the time of the event: a busy page handles a key late. */
export function createTypeahead() {
  let typed = '';
  let typedAt = 0;
  return (
    { key, timeStamp }: { readonly key: string; readonly timeStamp: number },
    texts: readonly string[],
    index: number,
  ): number | undefined => {
    typed = timeStamp - typedAt < TYPEAHEAD_MS ? typed + foldText(key) : foldText(key);
    typedAt = timeStamp;
    const same = [...typed].every((letter) => letter === typed[0]);
    const word = same ? (typed[0] ?? '') : typed;
    if (!word) return undefined;
    const start = same ? index + 1 : Math.max(index, 0);
    for (let step = 0; step < texts.length; step += 1) {
      const candidate = (start + step) % texts.length;
      if (foldText(texts[candidate] ?? '').startsWith(word)) return candidate;
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

/** The library's own handler drops the first letter when only the current item starts with it, and uses a timer. */
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
