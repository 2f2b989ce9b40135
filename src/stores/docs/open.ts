import { createPopup } from '#stores/factories/create-popup.ts';

const popup = createPopup(false);

/** Whether the API docs of the active collection are open. Their content is in panel.ts. */
export const $isDocsOpen = popup.$content;
/** Opens the API docs of the active collection. */
export const openDocs = (): void => popup.open(true);
export const closeDocs = popup.close;
