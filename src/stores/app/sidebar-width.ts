import { atom } from 'nanostores';
import { readStored, store } from '#browser/storage.ts';
import { SIDEBAR_WIDTH_KEY } from '#domain/app/storage-keys.ts';

/** Narrowest and widest page sidebar, in px (SH-11). */
export const SIDEBAR_MIN = 235;
export const SIDEBAR_MAX = 400;
const SIDEBAR_DEFAULT = 240;

const clamp = (width: number) => Math.min(SIDEBAR_MAX, Math.max(SIDEBAR_MIN, Math.round(width)));

/** Width of the page sidebar in px. */
export const $sidebarWidth = atom(SIDEBAR_DEFAULT);

/** Reads the remembered width. */
export function restoreSidebarWidth(): void {
  const width = Number.parseFloat(readStored(SIDEBAR_WIDTH_KEY) ?? '');
  if (Number.isFinite(width)) $sidebarWidth.set(clamp(width));
}

/** Sets the width in px within its limits and remembers it (SH-11). */
export function setSidebarWidth(width: number): void {
  const next = clamp(width);
  $sidebarWidth.set(next);
  document.documentElement.style.setProperty('--page-sidebar-width', `${next}px`);
  store(SIDEBAR_WIDTH_KEY, `${next}px`);
}
