import { createPopup } from '#stores/factories/create-popup.ts';

const popup = createPopup<'settings' | 'slow lists' | undefined>(undefined);

/** What is open above the logs: 'Logs settings', or the panel 'Slow lists'. */
export const $logsPopup = popup.$content;
export const openLogsSettings = (): void => popup.open('settings');
export const openSlowLists = (): void => popup.open('slow lists');
/** Closes it without saving. */
export const closeLogsPopup = popup.close;
