import { useStore } from '@nanostores/react';
import { computed, type ReadableAtom } from 'nanostores';
import { useMemo } from 'react';

/** A part of a store. Only its changes render the component. `pick` must not change while it is mounted. */
export function useSlice<T, Part>(store: ReadableAtom<T>, pick: (value: T) => Part): Part {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function instance does the same as the first.
  const part = useMemo(() => computed([store], (value) => pick(value as T)), [store]);
  return useStore(part);
}
