import { createPopup } from '#stores/factories/create-popup.ts';

const popup = createPopup<'closed' | 'commands' | 'shortcuts' | 'times' | 'arrangements'>('closed');

/** What is open: the palette of commands, the list of shortcuts, the choice of the time zone, or the shared arrangements. */
export const $palette = popup.$content;
/** Returns false when it is open already. */
export const openPalette = (): boolean => {
  const isOpen = popup.$content.get() === 'commands';
  popup.open('commands');
  return !isOpen;
};
export const openShortcuts = (): void => popup.open('shortcuts');
export const openTimes = (): void => popup.open('times');
export const openArrangements = (): void => popup.open('arrangements');
export const closePalette = popup.close;
