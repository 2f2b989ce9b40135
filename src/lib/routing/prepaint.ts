import { reloadFresh } from '#browser/reload.ts';
import { SIDEBAR_WIDTH_KEY, THEME_KEY } from '#domain/app/storage-keys.ts';
import { type EarlyScreens, type EarlyVisit, earlyArguments, sendAhead } from './early-requests.ts';
import { signInEarly } from './early-sign-in.ts';
import { redirectFor } from './guard.ts';
import { notFoundRoute, type RouteDefinition, routes } from './routes.ts';

type Row = readonly [
  path: string,
  access: RouteDefinition['access'],
  frame: string,
  sidebar: 0 | 1,
  section: string,
];

/**
 * Runs as an inline script before the first paint, so that the right frame is visible at once and not
 * only when the first module has loaded. The page contains this function as text: it must not refer to
 * anything outside its parameters.
 */
function prepaint(
  rows: Row[],
  missing: string,
  preload: Record<string, string[]>,
  themeKey: string,
  widthKey: string,
  redirect: typeof redirectFor,
  reload: typeof reloadFresh,
  screens: EarlyScreens,
  sendEarly: (visit: EarlyVisit, ahead: typeof sendAhead) => void,
  signIn: typeof signInEarly,
  signInFrame: string,
  ahead: typeof sendAhead,
) {
  const html = document.documentElement;
  const read = (key: string) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = read(themeKey);
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  html.dataset.theme = dark ? 'atoll-dark' : 'atoll';
  const width = read(widthKey);
  if (width && /^\d+(\.\d+)?px$/.test(width)) html.style.setProperty('--page-sidebar-width', width);

  const setting = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="atoll-${name}"]`)?.content.trim();

  let signedIn = false;
  let token = '';
  try {
    token = JSON.parse(read(setting('storage-key') || 'pocketbase_auth') || '{}').token;
    const part = (token.split('.')[1] || '').replace(/-/g, '+').replace(/_/g, '/');
    const payload = JSON.parse(atob(part));
    signedIn = payload.type === 'admin' && payload.exp * 1000 > Date.now();
  } catch {}
  const visitor = { signedIn, installer: new URLSearchParams(location.search).has('installer') };

  let path = `/${location.hash.replace(/^#?\/*/, '').replace(/\?.*$/, '')}`;
  let search = location.hash.split('?')[1] ?? '';
  let row: Row | undefined;
  // There are at most two redirects: from a guarded page to the root, and from there to the target.
  for (let step = 0; step < 3; step++) {
    const parts = (path.replace(/\/$/, '') || '/').split('/');
    row = rows.find(([pattern]) => {
      const expected = pattern.split('/');
      return (
        expected.length === parts.length &&
        expected.every((part, i) => (part[0] === ':' ? parts[i] : part === parts[i]?.toLowerCase()))
      );
    });
    const target = redirect(path === '/' ? '/' : path, row ? row[1] : 'public', visitor);
    if (!target) break;
    path = target;
    search = '';
  }
  html.dataset.route = row ? row[2] : missing;
  html.dataset.sidebar = row?.[3] ? 'on' : 'off';
  if (row?.[4]) html.dataset.section = row[4];

  /** The backend's address with a trailing slash; throws when the page's setting is not an address. */
  const base = () => new URL(setting('backend') || '/', document.baseURI).href.replace(/\/?$/, '/');

  // Before the code of the screen, which needs longer. Without them, the client sends all requests.
  try {
    if (row?.[1] === 'admin') sendEarly({ screen: screens[row[2]], search, token, base: base() }, ahead);
  } catch {}

  const { route } = html.dataset;
  /** The modules of this screen; what every page needs is preloaded by the page's head. */
  const modulesOf = (later: boolean) => {
    const modules = new Set<string>();
    for (const [names, urls] of Object.entries(preload)) {
      const list = names.split(' ');
      const isShown =
        list.includes(route) || (row?.[3] && list.includes('sidebar')) || (later && list.includes('*'));
      if (isShown && list.includes('later') === later) for (const url of urls) modules.add(url);
    }
    return modules;
  };
  const add = (rel: string, href: string) => {
    const link = document.createElement('link');
    link.rel = rel;
    link.href = href;
    document.head.append(link);
  };
  for (const href of modulesOf(false)) add('modulepreload', href);
  const addLater = () => {
    for (const href of modulesOf(true)) add('modulepreload', href);
  };
  // With the first island, all modules of the screen have arrived: these no longer share the line with them.
  document.addEventListener('astro:hydrate', addLater, { once: true, capture: true });
  // The sign-in page shows no icon at first: the code that shows one there loads this style sheet.
  const icons = setting('icons');
  if (icons && route !== signInFrame) add('stylesheet', icons);

  // A form that is submitted before its code has loaded is sent later (useAuthForm), a sign-in at once.
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.unhydrated === undefined) return;
    event.preventDefault();
    form.dataset.unhydrated = 'sent';
    try {
      if (html.dataset.route === signInFrame) signIn(form, base(), ahead);
    } catch {}
  });

  // The last click on a button of an island is repeated after hydration, unless that fails.
  let pressed: HTMLElement | null = null;
  const on = (type: string, listener: (target: HTMLElement) => void) =>
    document.addEventListener(type, ({ target }) => listener(target as HTMLElement), true);
  on('click', (target) => {
    pressed = target.closest('astro-island[ssr] [type=button]');
    if (target.closest('[data-reload]')) reload();
  });

  // A screen without its code does not work: the page then shows a notice (Shell.astro).
  const failed = new Set<HTMLElement>();
  const fail = (element: HTMLElement) => {
    failed.add(element);
    html.dataset.missing = '';
  };
  on('error', (element) => {
    if (element.matches('script,link[rel=stylesheet]')) fail(element);
  });

  on('astro:hydrate', (island) => {
    if (failed.delete(island) && !failed.size) delete html.dataset.missing;
    const button = pressed;
    if (!button || !island.contains(button)) return;
    pressed = null;
    button.click();
  });
  on('astro:hydration-error', (island) => {
    pressed = null;
    fail(island);
  });
}

/** The text of the inline script. The build replaces the placeholder with a map of frames to chunk URLs. */
export function prepaintScript(): string {
  const rows = Object.values(routes).map(
    (route: RouteDefinition): Row => [
      route.path,
      route.access,
      route.frame,
      route.sidebar ? 1 : 0,
      route.section ?? '',
    ],
  );
  const values = [JSON.stringify(rows), JSON.stringify(notFoundRoute.frame)];
  const signIn = `${signInEarly},${JSON.stringify(routes.login.frame)},${sendAhead}`;
  const keys = [JSON.stringify(THEME_KEY), JSON.stringify(SIDEBAR_WIDTH_KEY)];
  return `(${prepaint})(${values},"__ATOLL_PRELOAD__",${keys},${redirectFor},${reloadFresh},${earlyArguments()},${signIn})`;
}
