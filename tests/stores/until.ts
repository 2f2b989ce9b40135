import type { ReadableAtom } from 'nanostores';

/** Waits up to 10 s until the value of a store matches, and returns it. */
export function until<T>(store: ReadableAtom<T>, matches: (value: T) => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Still ${JSON.stringify(store.get())}`)), 10_000);
    let stop: (() => void) | undefined;
    const check = (value: T) => {
      if (!matches(value)) return;
      clearTimeout(timer);
      queueMicrotask(() => stop?.());
      resolve(value);
    };
    stop = store.subscribe((value) => check(value as T));
  });
}
