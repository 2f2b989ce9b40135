import { atom, computed } from 'nanostores';
import { type AppSettings, loadAppSettings } from '#api/app/settings.ts';
import { toApiError } from '#api/client.ts';
import { report } from './report.ts';
import { $route } from './route.ts';
import { $session } from './session.ts';

/** Last part of every document title (SH-06). */
export const PRODUCT_NAME = 'Atoll';

/** Name and flags of the backend; undefined until they are known (SH-12). */
export const $settings = atom<AppSettings | undefined>(undefined);

/** Whether what edits collections is hidden (SH-13). */
export const $hideControls = computed($settings, (settings) => settings?.hideControls ?? false);

/** Replaces the route's own title, as the name of the active collection does; reset by a route change. */
export const $pageTitle = atom<string | undefined>(undefined);

/** Page title, app name and product name joined by ' - ', empty parts left out (SH-06). */
export const $documentTitle = computed([$route, $settings, $pageTitle], (route, settings, pageTitle) =>
  [pageTitle ?? route?.definition.title, settings?.appName, PRODUCT_NAME].filter(Boolean).join(' - '),
);

let isLoading = false;

/** Loads the settings; a failure is only a console warning (SH-12) unless it ends the session (ER-08). */
export async function loadSettings(): Promise<void> {
  isLoading = true;
  try {
    $settings.set(await loadAppSettings());
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.isAbort) return;
    console.warn('Failed to load app settings.');
    if (error.status === 401) report(error);
  } finally {
    isLoading = false;
  }
}

/**
 * Loads the settings at start and after every sign-in, and while they are not known on every way to another
 * screen: the backend may have been down. Returns what stops that.
 */
export function startApp(): () => void {
  let signedIn = false;
  const stopSession = $session.subscribe((session) => {
    if (session && !signedIn) void loadSettings();
    signedIn = session !== undefined;
  });
  let shown = '';
  const stopRoute = $route.subscribe((route) => {
    if (route && route.path !== shown) {
      shown = route.path;
      $pageTitle.set(undefined);
      if ($session.get() && !$settings.get() && !isLoading) void loadSettings();
    }
  });
  const stopTitle = $documentTitle.subscribe((title) => {
    document.title = title;
  });
  return () => {
    stopSession();
    stopRoute();
    stopTitle();
  };
}
