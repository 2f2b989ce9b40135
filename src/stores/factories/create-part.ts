import { atom, type ReadableAtom } from 'nanostores';

/** Store code that is fetched when it is first needed, such as that of an edit panel. */
export interface Part<Module> {
  /** Whether the part is needed: the screen shows it from then on. */
  readonly $isNeeded: ReadableAtom<boolean>;
  /**
   * Runs an action of the part, after fetching it if need be. Of several actions called meanwhile the last one runs.
   * Where fetching fails the action waits for {@link fetch}. Never rejects.
   */
  readonly run: (action: (module: Module) => void) => Promise<void>;
  /** Fetches the code and runs the action that waits for it; throws what the import fails with. */
  readonly fetch: () => Promise<void>;
  /** Gives the part up: drops the action that waits, and undoes by `undo` what an action did. */
  readonly cancel: (undo: (module: Module) => void) => void;
}

/** Makes a part whose code `load` imports. */
export function createPart<Module>(load: () => Promise<Module>): Part<Module> {
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
      waiting = action;
      $isNeeded.set(true);
      // The component that shows the part fetches it too, reports a failure and tries again.
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
