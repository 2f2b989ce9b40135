import { createPopup } from '#stores/factories/create-popup.ts';

const popup = createPopup(false);

/** Whether the popup 'Send test email' is open. */
export const $isTestEmailOpen = popup.$content;
export const openTestEmail = (): void => popup.open(true);
export const closeTestEmail = popup.close;
