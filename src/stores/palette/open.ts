import { createPopup } from '#stores/factories/create-popup.ts';

const popup = createPopup<'closed' | 'commands' | 'shortcuts' | 'times' | 'arrangements'>('closed');

/** What is open: the palette of commands, the list of shortcuts, the choice of the time zone, or the shared arrangements. */
export const $palette = popup.$content;
export const openPalette = (): void => popup.open('commands');
export const openShortcuts = (): void => popup.open('shortcuts');
export const openTimes = (): void => popup.open('times');
export const openArrangements = (): void => popup.open('arrangements');
export const closePalette = popup.close;
