import { $path } from '#stores/app/route.ts';
import { createPart } from '#stores/base/create-part.ts';

const part = createPart(() => import('./panels.ts'));

/** Whether the panel of an administrator is needed. */
export const $isPanelNeeded = part.$isNeeded;

/** Fetches the code of the panel; throws the error of the import. */
export const fetchPanel = part.fetch;

/** Closes a panel that can't be shown because its code could not be fetched. */
export const cancelPanel = (): void => part.cancel((panels) => panels.disposePanels());

/** Runs an action of the panel unless the user has opened another screen while its code was fetched. */
function run(action: (panels: typeof import('./panels.ts')) => void): Promise<void> {
  const path = $path.get();
  return part.run((panels) => {
    if ($path.get() === path) action(panels);
  });
}

/** Opens an empty panel. */
export const openNewAdmin = (): Promise<void> => run((panels) => panels.openNew());

/** Opens the panel of an administrator of the list. */
export const openAdmin = (id: string): Promise<void> => run((panels) => panels.openListed(id));
