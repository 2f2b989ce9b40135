import { createPopup } from '#stores/factories/create-popup.ts';

const popup = createPopup(false);

/** Whether the popup 'Logs settings' is open. */
export const $isLogsSettingsOpen = popup.$content;
export const openLogsSettings = (): void => popup.open(true);
/** Closes the popup without saving. */
export const closeLogsSettings = popup.close;
