import { useStore } from '@nanostores/react';
import type { Store, StoreValue } from 'nanostores';

/*
 * For components of the prerendered page, which has to be the same as their first rendering in the browser. All others
 * use `useStore`: they are rendered in the browser only.
 */

/** The value of a store; while the page is prerendered and hydrated, its initial one. */
export const useInitial = <S extends Store>(store: S): StoreValue<S> => useStore(store, { ssr: 'initial' });

/** The value of a store whose initial value differs in the browser; `value` while the page is prerendered and hydrated. */
export const usePrerendered = <S extends Store>(store: S, value: StoreValue<S>): StoreValue<S> =>
  useStore(store, { ssr: () => value });
