import { createPopup } from '#stores/factories/create-popup.ts';

const popup = createPopup(false);

/** Whether the popup 'Initialize new backup' is open. */
export const $isCreateOpen = popup.$content;
export const openCreate = (): void => popup.open(true);
/** Closes the popup; a running backup goes on. */
export const closeCreate = popup.close;
