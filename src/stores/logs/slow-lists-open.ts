import { createPopup } from '#stores/factories/create-popup.ts';

const popup = createPopup(false);

/** Whether the panel 'Slow lists' is open. */
export const $areSlowListsOpen = popup.$content;
export const openSlowLists = (): void => popup.open(true);
export const closeSlowLists = popup.close;
