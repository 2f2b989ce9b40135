import { createPopup } from '#stores/factories/create-popup.ts';

const popup = createPopup<'closed' | 'commands' | 'shortcuts'>('closed');

/** What is open: the palette of commands, or the list of shortcuts. */
export const $palette = popup.$content;
export const openPalette = (): void => popup.open('commands');
export const openShortcuts = (): void => popup.open('shortcuts');
export const closePalette = popup.close;
