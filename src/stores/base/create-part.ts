import { atom, type ReadableAtom } from 'nanostores';

/** Store code that is fetched when it is first needed, for example that of an edit panel. */
export interface Part<Module> {
  /** Whether an action needs the part, so that the screen shows it. */
  readonly $isNeeded: ReadableAtom<boolean>;
  /**
   * Runs an action of the part, and fetches the part first if necessary. Of several waiting actions, only the last one
   * runs. If fetching fails, the action waits for {@link fetch}. Never rejects.
   */
  readonly run: (action: (module: Module) => void) => Promise<void>;
  /** Fetches the code and runs the action that waits for it; throws the error of the import. */
  readonly fetch: () => Promise<void>;
  /** Drops the waiting action, marks the part as not needed and, if it is loaded, calls `undo`. */
  readonly cancel: (undo: (module: Module) => void) => void;
}

/**
 * Creates a part whose code `load` imports. With `$place`, an action is dropped if that has changed while the code was
 * fetched.
 */
export function createPart<Module>(
  load: () => Promise<Module>,
  $place?: ReadableAtom<unknown>,
): Part<Module> {
  const $isNeeded = atom(false);
  let waiting: ((module: Module) => void) | undefined;
  let loaded: Module | undefined;

  const fetch = async () => {
    loaded ??= await load();
    const action = waiting;
    waiting = undefined;
    action?.(loaded);
  };

  return {
    $isNeeded,
    run: async (action) => {
      const place = $place?.get();
      waiting = (module) => {
        if ($place?.get() === place) action(module);
      };
      $isNeeded.set(true);
      // The component that shows the part fetches it too, reports failures and tries again.
      await fetch().catch(() => {});
    },
    fetch,
    cancel: (undo) => {
      waiting = undefined;
      $isNeeded.set(false);
      if (loaded) undo(loaded);
    },
  };
}
