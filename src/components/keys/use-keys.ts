import { type RefObject, useEffect } from 'react';
import type { keys } from './keys.ts';
import type { Lines } from './roving.ts';

/** Starts some of the code for keys once it is fetched; returns what stops it. Before, all controls are tab stops. */
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

/** Makes the elements in `root`, which must not be replaced, one tab stop: see `roving`. */
export function useRoving(root: RefObject<HTMLElement | null>, selector: string, lines?: Lines): void {
  useEffect(() => {
    const element = root.current;
    return element ? withKeys(({ roving }) => roving(element, selector, lines)) : undefined;
  }, [root, selector, lines]);
}
