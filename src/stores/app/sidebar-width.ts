import { onNotify } from 'nanostores';
import { SIDEBAR_WIDTH_KEY } from '#domain/app/storage-keys.ts';
import { createPreference } from '#stores/base/create-preference.ts';

/** Narrowest and widest page sidebar, in px. */
export const SIDEBAR_MIN = 235;
export const SIDEBAR_MAX = 400;
const SIDEBAR_DEFAULT = 240;

const clamp = (width: number) => Math.min(SIDEBAR_MAX, Math.max(SIDEBAR_MIN, Math.round(width)));

/** Width of the page sidebar in px, remembered on this device. */
export const { $value: $sidebarWidth } = createPreference({
  key: SIDEBAR_WIDTH_KEY,
  initial: SIDEBAR_DEFAULT,
  decode(text) {
    const width = Number.parseFloat(text);
    return Number.isFinite(width) ? clamp(width) : SIDEBAR_DEFAULT;
  },
  encode: (width) => `${width}px`,
});

// Shows changes by other tabs too. The pre-paint script applies the width of earlier visits.
onNotify($sidebarWidth, () => {
  document.documentElement.style.setProperty('--page-sidebar-width', `${$sidebarWidth.value}px`);
});

/** Sets the width in px within its limits. */
export function setSidebarWidth(width: number): void {
  $sidebarWidth.set(clamp(width));
}
