// chunks: core
/** Starts the stores; publishes the route on `<html>` for CSS, the inline script and the `client:route` directive. */
import { effect } from 'nanostores';
import { currentBackend, publicName } from '#browser/backends.ts';
import { readStored } from '#browser/storage.ts';
import { loadIcons } from '#browser/styles.ts';
import { ZONE_KEY } from '#domain/app/storage-keys.ts';
import { isForUsers, notFoundRoute, routes } from '#routing/routes.ts';
import { startInstaller } from '#stores/app/installer.ts';
import { $versionLabel, startLine } from '#stores/app/line.ts';
import { $route, type Route, startRouting } from '#stores/app/route.ts';
import { $session, startSession } from '#stores/app/session.ts';
import { $hidesControls, $settings, startSettings, startTitle } from '#stores/app/settings.ts';
import { startTheme } from '#stores/app/theme.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { stopAll } from '#stores/base/running.ts';
import { inBackendsWord } from '#wire/identities.ts';
import { startUpdateWatch } from './update-watch.ts';

/** Whether the focus is in another screen, which is hidden. */
let isNewFrame = false;

function publish(route: Pick<Route, 'definition'> | undefined) {
  if (!route) return;
  const html = document.documentElement;
  const { frame, sidebar, section } = route.definition;
  if (html.dataset['route'] !== frame) isNewFrame = true;
  html.dataset['route'] = frame;
  html.dataset['sidebar'] = sidebar ? 'on' : 'off';
  if (section) html.dataset['section'] = section;
  else delete html.dataset['section'];
  if (frame !== routes.login.frame) void loadIcons();
  document.dispatchEvent(new Event('atoll:route'));
}

/** Brings the page in line with its route; again when the frame of the route has arrived. */
function followRoute() {
  const { definition } = $route.get() ?? {};
  if (!definition) return;
  const { frame, section } = definition;
  for (const link of document.querySelectorAll<HTMLElement>('[data-section-link], [data-frame-link]')) {
    const { sectionLink, frameLink } = link.dataset;
    const isCurrent = sectionLink ? sectionLink === section : frameLink === frame;
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const name = isForUsers(definition) ? publicName() : '';
  for (const element of document.querySelectorAll('[data-app-name]')) element.textContent = name;
  for (const element of document.querySelectorAll('[data-pocketbase]'))
    element.textContent = $versionLabel.get();
  const shown = document.querySelector<HTMLElement>(`[data-frame="${frame}"]`);
  if (!isNewFrame || !shown) return;
  isNewFrame = false;
  if (shown.ariaLabel) shown.ariaLabel = inBackendsWord(shown.ariaLabel);
  shown.focus({ preventScroll: true });
}

/** What all screens of administrators share, with the wire of the backend. */
async function loadSignedIn() {
  const { loadWire, startSignedIn } = await import('./signed-in.ts');
  await loadWire();
  return startSignedIn;
}

/** Starts the data of a screen with its first visit, under way while React still loads. */
function startOnFirstVisit(frame: string, load: () => Promise<() => unknown>) {
  const stop = effect($route, (route) => {
    if (route?.definition.frame !== frame) return undefined;
    const visit = new AbortController();
    Promise.all([load(), loadSignedIn()]).then(
      ([start]) => {
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
  let isFetching = false;
  const begin = () => {
    if (isFetching || !$session.get()) return;
    isFetching = true;
    loadSignedIn().then(
      (startSignedIn) => {
        stop();
        startSignedIn();
      },
      // The islands of every such screen need the same code: they fail with it and say so. The next screen tries again.
      () => {
        isFetching = false;
      },
    );
  };
  const stop = stopAll($session.listen(begin), $route.listen(begin));
  begin();
}

function start() {
  // Dates are hidden until the code of the zone is there (signed-in.ts).
  if (readStored(ZONE_KEY)) document.documentElement.dataset['zone'] = '';
  startTheme();
  startLine();
  startSession();
  startRouting();
  startSettings();
  startTitle();
  startInstaller();
  startUpdateWatch();
  document.addEventListener('atoll:route', followRoute);
  $route.subscribe(publish);
  $versionLabel.listen(followRoute);
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
  $toasts.listen(() => void loadIcons());
  startOnSignIn();
  $settings.subscribe((settings) =>
    document.querySelector('.rail-app')?.replaceChildren(settings?.name ?? ''),
  );
  $hidesControls.subscribe((hidden) =>
    document.documentElement.toggleAttribute('data-hide-controls', hidden),
  );
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
else publish({ definition: notFoundRoute });
