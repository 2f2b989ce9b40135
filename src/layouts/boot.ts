/**
 * The page's script: starts the stores and publishes the route on `<html>` for CSS, the inline script and the
 * `client:route` directive.
 */
import { effect } from 'nanostores';
import { appName, currentBackend } from '#browser/backends.ts';
import { pageSetting } from '#browser/page-settings.ts';
import { isForUsers, routes } from '#routing/routes.ts';
import { startInstaller } from '#stores/app/installer.ts';
import type { Route } from '#stores/app/route.ts';
import { $route, startRouting } from '#stores/app/route.ts';
import { $session, startSession } from '#stores/app/session.ts';
import { $hideControls, $settings, startSettings } from '#stores/app/settings.ts';
import { startTheme } from '#stores/app/theme.ts';
import { startTitle } from '#stores/app/title.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { startUpdateWatch } from './update-watch.ts';

function publish(route: Route | undefined) {
  if (!route) return;
  const html = document.documentElement;
  const { frame, sidebar, section } = route.definition;
  const isNewFrame = html.dataset['route'] !== frame;
  html.dataset['route'] = frame;
  html.dataset['sidebar'] = sidebar ? 'on' : 'off';
  if (section) html.dataset['section'] = section;
  else delete html.dataset['section'];
  for (const link of document.querySelectorAll<HTMLElement>('[data-section-link]')) {
    if (link.dataset['sectionLink'] === section) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  for (const link of document.querySelectorAll<HTMLElement>('[data-frame-link]')) {
    if (link.dataset['frameLink'] === frame) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const name = isForUsers(route.definition) ? appName() : '';
  for (const element of document.querySelectorAll('[data-app-name]')) element.textContent = name;
  if (frame !== routes.login.frame) loadIcons();
  document.dispatchEvent(new Event('atoll:route'));
  // The focused element is now hidden: move the focus to the new screen.
  if (isNewFrame)
    document.querySelector<HTMLElement>(`[data-frame="${frame}"]`)?.focus({ preventScroll: true });
}

/** Loads the style sheet of the icons, unless the first script has already added it. */
function loadIcons() {
  const href = pageSetting('icons');
  if (!href || document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
}

/** Starts the data of a screen with its first visit, under way while React still loads. */
function startOnFirstVisit(frame: string, load: () => Promise<() => unknown>) {
  const stop = effect($route, (route) => {
    if (route?.definition.frame !== frame) return undefined;
    const visit = new AbortController();
    load().then(
      (start) => {
        if (visit.signal.aborted) return;
        stop();
        start();
      },
      // The islands of this screen need the same code: they fail with it and say so.
      () => {},
    );
    return () => visit.abort();
  });
}

/** The sign-in page loads without the code that only screens of administrators need. */
function startOnSignIn() {
  const stop = $session.subscribe((session) => {
    if (!session) return;
    queueMicrotask(() => stop());
    import('./signed-in.ts').then(
      ({ startSignedIn }) => startSignedIn(),
      // The islands of every such screen need the same code: they fail with it and say so.
      () => {},
    );
  });
}

function start() {
  startTheme();
  startSession();
  startRouting();
  startSettings();
  startTitle();
  startInstaller();
  startUpdateWatch();
  $route.subscribe(publish);
  startOnFirstVisit(
    routes.collections.frame,
    async () => (await import('#stores/records/page.ts')).startCollectionsPage,
  );
  startOnFirstVisit(routes.logs.frame, async () => (await import('#stores/logs/page.ts')).startLogsPage);
  startOnFirstVisit(
    routes.settingsAdmins.frame,
    async () => (await import('#stores/settings/admins/list.ts')).startAdmins,
  );
  startOnFirstVisit(
    routes.settingsBackups.frame,
    async () => (await import('#stores/settings/backups/list.ts')).loadAhead,
  );
  $toasts.listen(loadIcons);
  startOnSignIn();
  $settings.subscribe((settings) =>
    document.querySelector('.rail-app')?.replaceChildren(settings?.appName ?? ''),
  );
  $hideControls.subscribe((hidden) => document.documentElement.toggleAttribute('data-hide-controls', hidden));
}

/** Whether the list of backends has the one in the address. Else nothing is sent to any, and the strip says so. */
function isBackendKnown(): boolean {
  try {
    currentBackend();
    return true;
  } catch {
    return false;
  }
}

if (isBackendKnown()) start();
