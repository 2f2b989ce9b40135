import { atom, computed } from 'nanostores';
import { loadSettings } from '#api/app/settings.ts';
import { toApiError } from '#api/client.ts';
import { currentBackend } from '#browser/backends.ts';
import { pageSetting } from '#browser/page-settings.ts';
import { abortable } from '#domain/app/abortable.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { AppSettings } from '#domain/backend/settings.ts';
import { isForUsers } from '#routing/routes.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { inBackendsWord } from '#wire/identities.ts';
import { readAppSettings } from '#wire/settings.ts';
import { $backend } from './line.ts';
import { report } from './report.ts';
import { $path, $route } from './route.ts';
import { $session } from './session.ts';

/** Settings of the backend; undefined until they are loaded. */
export const $settings = atom<AppSettings | undefined>(undefined);

/** Whether the controls that edit collections are hidden. */
export const $hidesControls = computed($settings, (settings) => settings?.hidesControls ?? false);

/** Applies settings that were loaded or saved: title and hidden controls follow at once. */
export function showSettings(settings: Raw): void {
  $settings.set(readAppSettings(settings));
}

const $isSignedIn = computed($session, (session) => session !== undefined);

/** The shell's request for the settings, until another screen opens. */
let shellRequest: { readonly sent: number; readonly response: Promise<Raw> } | undefined;

/** Older responses are not fresh enough for a form, in ms. */
const MAX_AGE = 10_000;

/** The settings for a screen that opens: on the first one the response to the shell's request, else fresh ones. */
export async function openSettings({ signal }: { readonly signal: AbortSignal }): Promise<Raw> {
  const request = shellRequest;
  shellRequest = undefined;
  if (request && performance.now() - request.sent < MAX_AGE) {
    try {
      return await abortable(request.response, signal);
    } catch {
      // The screen's own request reports the error.
      signal.throwIfAborted();
    }
  }
  return loadSettings({ signal });
}

/**
 * Loads the settings after every sign-in, but not for a page of users; after a failure, every change of the screen
 * tries again. A failure is only a console warning, but a 401 also ends the session.
 */
export function startSettings(): () => void {
  const loading = createLatest();
  let isLoading = false;
  const load = async () => {
    const route = $route.get();
    if (route && isForUsers(route.definition)) return;
    const signal = loading.begin();
    isLoading = true;
    try {
      const response = loadSettings({ signal });
      shellRequest = { sent: performance.now(), response };
      showSettings(await response);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.isAbort) return;
      console.warn('Failed to load app settings.');
      if (error.status === 401) report(error);
    } finally {
      if (!signal.aborted) isLoading = false;
    }
  };
  const stopSession = $isSignedIn.subscribe((isSignedIn) => {
    shellRequest = undefined;
    if (isSignedIn) void load();
  });
  const stopPath = $path.listen((path) => {
    shellRequest = undefined;
    if (path !== undefined && $isSignedIn.get() && !$settings.get() && !isLoading) void load();
  });
  return stopAll(stopSession, stopPath, loading.abort);
}

const PRODUCT_NAME = 'Atoll';

/** Replaces the title of the route, for example by the name of the active collection; reset by a route change. */
export const $pageTitle = atom<string | undefined>(undefined);

/** Page, app, product and backend of a list joined by ' - ', without empty parts; for users of an app its name. */
const $documentTitle = computed([$route, $settings, $pageTitle, $backend], (route, settings, pageTitle) => {
  if (route && isForUsers(route.definition)) return pageSetting('app-name') || PRODUCT_NAME;
  const page = pageTitle ?? inBackendsWord(route?.definition.title ?? '');
  return [page, settings?.name, PRODUCT_NAME, currentBackend()?.name].filter(Boolean).join(' - ');
});

/** Shows the title of the document. Returns a function that stops this. */
export function startTitle(): () => void {
  const stopPath = $path.listen((path) => {
    if (path !== undefined) $pageTitle.set(undefined);
  });
  const stopTitle = $documentTitle.subscribe((title) => {
    document.title = title;
  });
  return stopAll(stopPath, stopTitle);
}
