import { describe, expect, test } from 'vitest';
import { redirectFor } from '#routing/guard.ts';
import { parseHash } from '#routing/hash.ts';
import { prepaintScript } from '#routing/prepaint.ts';
import { routeOf, routes } from '#routing/routes.ts';

const SECOND = 1000;

function token(claims: Record<string, unknown>) {
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
}
const validToken = token({ type: 'admin', exp: Date.now() / SECOND + 60 });

interface Visit {
  hash?: string;
  search?: string;
  stored?: Record<string, string>;
  dark?: boolean;
  storageKey?: string;
  preload?: Record<string, string[]>;
  icons?: string;
}

/** Runs the inline script in a page with only the parts that it uses. */
function visit({
  hash = '',
  search = '',
  stored = {},
  dark = false,
  storageKey,
  preload = {},
  icons,
}: Visit) {
  const dataset: Record<string, string> = {};
  const properties: Record<string, string> = {};
  const links: { rel?: string; href?: string }[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const page = {
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    documentElement: {
      dataset,
      style: {
        setProperty: (name: string, value: string) => {
          properties[name] = value;
        },
      },
    },
    head: { append: (link: object) => void links.push(link) },
    createElement: () => ({}),
    querySelector: (selector: string) => {
      const content = selector.includes('atoll-icons') ? icons : storageKey;
      return content ? { content } : null;
    },
  };
  const run = new Function(
    'document',
    'localStorage',
    'location',
    'matchMedia',
    prepaintScript().replace('"__ATOLL_PRELOAD__"', JSON.stringify(preload)),
  );
  run(page, { getItem: (key: string) => stored[key] ?? null }, { hash, search }, () => ({ matches: dark }));
  /** Submits a form with this data; returns whether the default was prevented. */
  const submit = (form: Record<string, string>) => {
    let isPrevented = false;
    const preventDefault = () => {
      isPrevented = true;
    };
    listeners.get('submit')?.({ target: { dataset: form }, preventDefault });
    return isPrevented;
  };
  /** Dispatches an event to the page's listener, with the element as its target. */
  const emit = (type: string, element: object) => listeners.get(type)?.({ target: element });
  return { dataset, properties, hrefs: links.map((link) => link.href), submit, emit };
}

/** The frame that the router shows for a hash, after all redirects. */
function frameOf(hash: string, signedIn: boolean, installer: boolean): string {
  for (let path = hash; ; ) {
    const place = parseHash(path);
    const { access, frame } = routeOf(place.name);
    const target = redirectFor(place.path, access, { signedIn, installer });
    if (!target) return frame;
    path = `#${target}`;
  }
}

describe('the pre-paint script', () => {
  const hashes = [
    '',
    '#/nowhere',
    '#/collections?filter=a',
    '#logs',
    '#/settings/',
    '#/confirm-password-reset',
    ...Object.values(routes).map((route) => `#${route.path.replace(':token', 'abc')}`),
  ];

  test.each([
    [true, false],
    [false, false],
    [false, true],
  ])('shows the same frame as the router (signed in: %s, installer: %s)', (signedIn, installer) => {
    const session = JSON.stringify({ token: validToken });
    const stored: Record<string, string> = signedIn ? { pocketbase_auth: session } : {};
    for (const hash of hashes) {
      const { dataset } = visit({ hash, stored, search: installer ? '?installer' : '' });
      expect(dataset['route'], hash).toBe(frameOf(hash, signedIn, installer));
    }
  });

  test.each([
    ['an expired session', token({ type: 'admin', exp: Date.now() / SECOND - 1 })],
    ['a record of a collection', token({ type: 'authRecord', exp: Date.now() / SECOND + 60 })],
    ['something else', 'no token'],
  ])('treats %s as signed out', (_what, stored) => {
    const { dataset } = visit({
      hash: '#/logs',
      stored: { pocketbase_auth: JSON.stringify({ token: stored }) },
    });
    expect(dataset).toMatchObject({ route: 'login', sidebar: 'off' });
  });

  test('reads the session from the storage key of the page', () => {
    const stored = { other: JSON.stringify({ token: validToken }) };
    expect(visit({ hash: '#/logs', stored, storageKey: 'other' }).dataset['route']).toBe('logs');
    expect(visit({ hash: '#/logs', stored }).dataset['route']).toBe('login');
  });

  test('follows the chosen theme, else the system', () => {
    const theme = (visited: Visit) => visit(visited).dataset['theme'];
    expect(theme({})).toBe('atoll');
    expect(theme({ dark: true })).toBe('atoll-dark');
    expect(theme({ dark: true, stored: { atollTheme: 'light' } })).toBe('atoll');
    expect(theme({ stored: { atollTheme: 'dark' } })).toBe('atoll-dark');
    expect(theme({ dark: true, stored: { atollTheme: 'unknown' } })).toBe('atoll-dark');
  });

  test('restores the sidebar width, but only a length', () => {
    const width = (value: string) => visit({ stored: { '@adminSidebarWidth': value } }).properties;
    expect(width('324px')).toEqual({ '--page-sidebar-width': '324px' });
    expect(width('1px; background: red')).toEqual({});
  });

  test('preloads the icons where some are visible immediately', () => {
    const icons = './assets/icons.css';
    expect(visit({ hash: '#/login', icons }).hrefs).toEqual([]);
    expect(visit({ hash: '#/request-password-reset', icons }).hrefs).toEqual([icons]);
  });

  test('preloads the files of the route, each once', () => {
    const preload = {
      '*': ['./core.js'],
      sidebar: ['./core.js', './shell.js'],
      collections: ['./records.js', './core.js'],
      'login installer': ['./login.js'],
    };
    const stored = { pocketbase_auth: JSON.stringify({ token: validToken }) };
    expect(visit({ hash: '#/collections', stored, preload }).hrefs).toEqual([
      './core.js',
      './shell.js',
      './records.js',
    ]);
    expect(visit({ preload }).hrefs).toEqual(['./core.js', './login.js']);
  });
});

test('marks a form that is not hydrated yet instead of submitting it, and ignores others', () => {
  const { submit } = visit({});
  const unhydrated = { unhydrated: '' };
  expect(submit(unhydrated)).toBe(true);
  expect(unhydrated).toEqual({ unhydrated: 'sent' });
  const hydrated = {};
  expect(submit(hydrated)).toBe(false);
  expect(hydrated).toEqual({});
});

describe('the notice of the page', () => {
  const element = (isVital: boolean) => ({ matches: () => isVital, contains: () => false });
  const isShown = ({ dataset }: ReturnType<typeof visit>) => 'missing' in dataset;

  test('appears when a script or style sheet is missing, and stays; not for an image', () => {
    const page = visit({});
    page.emit('error', element(false));
    expect(isShown(page)).toBe(false);
    page.emit('error', element(true));
    expect(isShown(page)).toBe(true);
    page.emit('astro:hydrate', element(true));
    expect(isShown(page)).toBe(true);
  });

  test('is visible while the code of an island is missing', () => {
    const page = visit({});
    const islands = [element(false), element(false), element(false)] as const;
    page.emit('astro:hydration-error', islands[0]);
    page.emit('astro:hydration-error', islands[1]);
    page.emit('astro:hydrate', islands[2]);
    page.emit('astro:hydrate', islands[0]);
    expect(isShown(page)).toBe(true);
    page.emit('astro:hydrate', islands[1]);
    expect(isShown(page)).toBe(false);
  });
});
