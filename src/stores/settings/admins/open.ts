import { $path } from '#stores/app/route.ts';
import { createPart } from '#stores/base/create-part.ts';

const part = createPart(() => import('./panel.ts'), $path);

/** Whether the panel of an administrator is needed. */
export const $isPanelNeeded = part.$isNeeded;

/** Fetches the code of the panel; throws the error of the import. */
export const fetchPanel = part.fetch;

/** Closes a panel that can't be shown because its code could not be fetched. */
export const cancelPanel = (): void => part.cancel((panels) => panels.disposePanels());

/** Opens an empty panel. */
export const openNewAdmin = (): Promise<void> => part.run((panels) => panels.openNew());

export const openAdmin = (id: string): Promise<void> => part.run((panels) => panels.openListed(id));
