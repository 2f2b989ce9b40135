import { atom, type ReadableAtom } from 'nanostores';

/**
 * Creates a part: store code that `load` imports when it is first needed, for example that of an edit panel. With
 * `$place`, an action is dropped if that has changed while the code was fetched.
 */
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
    /** Whether an action needs the part, so that the screen shows it. */
    $isNeeded,
    /**
     * Runs an action of the part, and fetches the part first if necessary. Of several waiting actions, only the last
     * one runs. If fetching fails, the action waits for `fetch`. Never rejects.
     */
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
