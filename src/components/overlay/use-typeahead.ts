import { type KeyboardEvent, useState } from 'react';
import { createTypeahead } from './menu-item.ts';

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
