import { atom, type ReadableAtom } from 'nanostores';

/** Store code that `load` imports when it is first needed. An action is dropped if `$place` has changed meanwhile. */
export function createPart<Module>(load: () => Promise<Module>, $place?: ReadableAtom<unknown>) {
  const $isNeeded = atom(false);
  let waiting: ((module: Module) => void) | undefined;
  let loaded: Module | undefined;

  const fetch = async (): Promise<void> => {
    loaded ??= await load();
    const action = waiting;
    waiting = undefined;
    action?.(loaded);
  };

  return {
    $isNeeded,
    /** Runs an action, the last one if several wait. If fetching fails, it waits for `fetch`. Never rejects. */
    run: async (action: (module: Module) => void): Promise<void> => {
      const place = $place?.get();
      waiting = (module) => {
        if ($place?.get() === place) action(module);
      };
      $isNeeded.set(true);
      // The component that shows the part fetches it too, reports failures and tries again.
      await fetch().catch(() => {});
    },
    /** Fetches the code and runs the action that waits for it; throws the error of the import. */
    fetch,
    /** Drops the waiting action, marks the part as not needed and, if it is loaded, calls `undo`. */
    cancel: (undo: (module: Module) => void): void => {
      waiting = undefined;
      $isNeeded.set(false);
      if (loaded) undo(loaded);
    },
  };
}
