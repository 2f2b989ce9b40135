/* Runs before the first paint, so that the right frame shows at once. Part of the page (build/first-script.mjs). */
import { backendUrl, currentBackend } from '#browser/backends.ts';
import { pageSetting, sessionKey } from '#browser/page-settings.ts';
import { reloadFresh } from '#browser/reload.ts';
import { readStored } from '#browser/storage.ts';
import { READ_ONLY_KEY, SIDEBAR_WIDTH_KEY, START_AT_HOME_KEY, THEME_KEY } from '#domain/app/storage-keys.ts';
import { parseTheme, themeName } from '#domain/app/theme.ts';
import { isValidAdminToken } from '#wire/early.ts';
import { sendFirstRequests, signInEarly } from './early-requests.ts';
import { addFrame, fetchFrame, fileOf, requestFrame, templateOf } from './frames.ts';
import { applyLine, knownLine } from './line.ts';
import { matchRoute, splitHash } from './match.ts';
import { notFoundRoute, type RouteDefinition, redirectFor, routes } from './routes.ts';

/** Names of modules, and by the routes of islands the positions of theirs among them; the build puts it in. */
declare const __ATOLL_PRELOAD__: readonly [
  names: string,
  routes: Readonly<Record<string, readonly number[]>>,
];

const html = document.documentElement;
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
html.dataset['theme'] = themeName(parseTheme(readStored(THEME_KEY)), isDark);
const width = readStored(SIDEBAR_WIDTH_KEY);
if (width && /^\d+(\.\d+)?px$/.test(width)) html.style.setProperty('--page-sidebar-width', width);

let token = '';
try {
  const stored = JSON.parse(readStored(sessionKey()) ?? '{}');
  // Of another address, it is none (SessionStore of lib/api/client.ts).
  if (stored.url === currentBackend()?.url) token = stored.token;
} catch {
  // No session.
}
applyLine(knownLine(token));
const visitor = {
  signedIn: isValidAdminToken(token, Date.now()),
  installer: new URLSearchParams(location.search).has('installer'),
  startsAtHome: readStored(START_AT_HOME_KEY) === '1',
};

let { path, query } = splitHash(location.hash);
let route: RouteDefinition = notFoundRoute;
// There are at most two redirects: from a guarded page to the root, and from there to the target.
for (let step = 0; step < 3; step++) {
  const match = matchRoute(path);
  route = match ? routes[match.name] : notFoundRoute;
  const target = redirectFor(path, route.access, visitor);
  if (!target) break;
  path = target;
  query = '';
}
const { frame, sidebar, section } = route;
html.dataset['route'] = frame;
html.dataset['sidebar'] = sidebar ? 'on' : 'off';
const isSignIn = frame === routes.login.frame;
if (section) html.dataset['section'] = section;

// The room of the sign. Then, before the code of the screen, which needs longer: without them, the client sends all requests.
try {
  if (readStored(READ_ONLY_KEY) || pageSetting('read-only') || currentBackend()?.readOnly)
    html.dataset['readOnly'] = '';
  if (route.access === 'admin') sendFirstRequests({ frame, query, token, base: backendUrl() });
} catch {
  // The address of the backend is invalid.
}

/** Preloads the modules of this screen. A sign-in is sent without React, which would share the line with its code. */
function preload(isLater: boolean): void {
  const shown = [
    frame,
    sidebar && 'sidebar',
    sidebar && html.dataset['line'],
    isLater && '*',
    !isSignIn && 'renderer',
    /(filter|span|levels|where)=/.test(query) && `${frame}?`,
  ];
  const [names, routesOfFiles] = __ATOLL_PRELOAD__;
  const modules = Object.entries(routesOfFiles).flatMap(([value, positions]) => {
    const values = value.split(' ');
    return values.includes('later') === isLater && values.some((one) => shown.includes(one)) ? positions : [];
  });
  for (const position of new Set(modules))
    addLink('modulepreload', `./assets/${names.split(' ')[position]}.js`);
}
function addLink(rel: string, href: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}
preload(false);
// With the first island, all modules of the screen have arrived: these no longer compete with them.
document.addEventListener('astro:hydrate', () => preload(true), { once: true, capture: true });
// The sign-in shows no icon at first: the code that does loads them.
if (!isSignIn) {
  addLink('stylesheet', pageSetting('icons'));
  requestFrame(frame);
}

// A form that is submitted before its code has loaded is sent later (useAuthForm), a sign-in at once.
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset['unhydrated'] === undefined) return;
  event.preventDefault();
  form.dataset['unhydrated'] = 'sent';
  try {
    if (html.dataset['route'] === routes.login.frame && html.dataset['line']) signInEarly(form, backendUrl());
  } catch {
    // The address of the backend is invalid.
  }
});

const on = (type: string, listener: (target: HTMLElement) => void) =>
  document.addEventListener(type, ({ target }) => listener(target as HTMLElement), true);

// The last click on a button of an island is repeated after hydration, unless that fails.
let pressed: HTMLElement | null = null;
on('click', (target) => {
  pressed = target.closest('astro-island[ssr] [type=button]');
  if (target.closest('[data-reload]')) reloadFresh();
});

// A screen without its code does not work: the page then shows a notice (Shell.astro).
const failed = new Set<HTMLElement>();
const fail = (element: HTMLElement) => {
  failed.add(element);
  html.dataset['missing'] = '';
};
const mend = (element: HTMLElement) => {
  if (failed.delete(element) && !failed.size) delete html.dataset['missing'];
};
on('error', (element) => {
  if (element.matches('script,link[rel=stylesheet]')) fail(element);
});
on('astro:hydrate', (island) => {
  mend(island);
  const button = pressed;
  if (!button || !island.contains(button)) return;
  pressed = null;
  button.click();
});
on('astro:hydration-error', (island) => {
  pressed = null;
  fail(island);
});

// From here on, the page's script publishes routes. Another visit fetches again what has failed.
const fetching = new Set<HTMLTemplateElement>();
document.addEventListener('atoll:route', () => {
  const name = html.dataset['route'];
  const template = templateOf(name);
  if (!template || !fileOf(template)) addFrame(name);
  else if (!fetching.has(template)) {
    fetching.add(template);
    fetchFrame(template)
      .finally(() => fetching.delete(template))
      .then(
        () => {
          mend(template);
          document.dispatchEvent(new Event('atoll:route'));
        },
        () => template.dispatchEvent(new Event('astro:hydration-error')),
      );
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-frame]'))
    element.hidden = element.dataset['frame'] !== name;
});
