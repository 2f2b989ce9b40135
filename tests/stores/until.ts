import type { ReadableAtom } from 'nanostores';

/** Waits until a store holds what is expected. */
export function until<T>(store: ReadableAtom<T>, fits: (value: T) => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Still ${JSON.stringify(store.get())}`)), 10_000);
    let stop: (() => void) | undefined;
    const check = (value: T) => {
      if (!fits(value)) return;
      clearTimeout(timer);
      queueMicrotask(() => stop?.());
      resolve(value);
    };
    stop = store.subscribe((value) => check(value as T));
  });
}
