import { atom, computed } from 'nanostores';
import { currentBackend } from '#browser/backends.ts';
import { pageSetting } from '#browser/page-settings.ts';
import { isForUsers } from '#routing/routes.ts';
import { stopAll } from '#stores/base/running.ts';
import { $path, $route } from './route.ts';
import { $settings } from './settings.ts';

/** Last part of every document title. */
const PRODUCT_NAME = 'Atoll';

/** Replaces the title of the route, for example by the name of the active collection; reset by a route change. */
export const $pageTitle = atom<string | undefined>(undefined);

/** Page title, app name, product name and the backend of a list joined by ' - ', empty parts left out; for the users of an app its name. */
const $documentTitle = computed([$route, $settings, $pageTitle], (route, settings, pageTitle) => {
  if (route && isForUsers(route.definition)) return pageSetting('app-name') || PRODUCT_NAME;
  const page = pageTitle ?? route?.definition.title;
  return [page, settings?.appName, PRODUCT_NAME, currentBackend()?.name].filter(Boolean).join(' - ');
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
