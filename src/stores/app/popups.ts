import { atom, onMount, type ReadableAtom } from 'nanostores';
import { $path } from './route.ts';

/* What opens above a screen: what a button needs to open it and a page to show it, without its code. */

/** The state of a popup, `closed` or what it is about; another address closes it, by default only another screen. */
export function createPopup<Content>(closed: Content, $address: ReadableAtom<unknown> = $path) {
  const $content = atom(closed);
  const close = (): void => $content.set(closed);
  onMount($content, () => $address.listen(close));
  return { $content, open: (content: Content): void => $content.set(content), close };
}

function createSwitch() {
  const { $content, open, close } = createPopup(false);
  return { $content, open: (): void => open(true), close };
}

const palette = createPopup<'closed' | 'commands' | 'shortcuts' | 'times' | 'arrangements'>('closed');
export const $palette = palette.$content;
/** Returns false when it is open already. */
export const openPalette = (): boolean => {
  const isOpen = $palette.get() === 'commands';
  palette.open('commands');
  return !isOpen;
};
export const openShortcuts = (): void => palette.open('shortcuts');
export const openTimes = (): void => palette.open('times');
export const openArrangements = (): void => palette.open('arrangements');
export const closePalette = palette.close;

export const { $content: $isDocsOpen, open: openDocs, close: closeDocs } = createSwitch();

const logs = createPopup<'settings' | 'slow lists' | undefined>(undefined);
/** What is open above the logs: 'Logs settings', or the panel 'Slow lists'. Closing it saves nothing. */
export const $logsPopup = logs.$content;
export const openLogsSettings = (): void => logs.open('settings');
export const openSlowLists = (): void => logs.open('slow lists');
export const closeLogsPopup = logs.close;

/** The popup 'Initialize new backup'; a running backup goes on when it is closed. */
export const { $content: $isCreateOpen, open: openCreate, close: closeCreate } = createSwitch();

export const { $content: $isTestEmailOpen, open: openTestEmail, close: closeTestEmail } = createSwitch();

const provider = createPopup<string | undefined>(undefined);
/** Key of the provider whose popup is open; closing it saves nothing. */
export const { $content: $openProvider, open: openProvider, close: closeProvider } = provider;
