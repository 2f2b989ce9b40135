import { type RefObject, useEffect } from 'react';
import type { keys } from './keys.ts';
import type { Lines } from './roving.ts';

/**
 * Fetches the code for keys and starts some of it; returns a function that stops that. Until then, and if the code
 * can't be fetched, all controls are tab stops.
 */
export function withKeys(start: (code: typeof keys) => () => void): () => void {
  let isOver = false;
  let stop = () => {
    isOver = true;
  };
  import('./keys.ts').then(
    (code) => {
      if (!isOver) stop = start(code.keys);
    },
    () => {},
  );
  return () => stop();
}

/**
 * Makes the elements in `root` that match `selector` one tab stop, see `roving`. The root must be there as long as the
 * component.
 */
export function useRoving(root: RefObject<HTMLElement | null>, selector: string, lines?: Lines): void {
  useEffect(() => {
    const element = root.current;
    return element ? withKeys(({ roving }) => roving(element, selector, lines)) : undefined;
  }, [root, selector, lines]);
}
