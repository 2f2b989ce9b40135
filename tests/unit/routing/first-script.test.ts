import { describe, expect, test, vi } from 'vitest';
import type { EarlyRequests } from '#browser/early.ts';
import { bundleFirstScript, injectPreload } from '#build/first-script.mjs';
import { forScript } from '#build/preload.mjs';
import { parseHash } from '#routing/hash.ts';
import { redirectFor, routeOf, routes } from '#routing/routes.ts';
import { readListed } from '#wire/early.ts';
import { recordRequests } from '#wire/records.ts';

const SECOND = 1000;

function token(claims: Record<string, unknown>) {
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
}
const validToken = token({ type: 'admin', exp: Date.now() / SECOND + 60 });

interface Visit {
  hash?: string;
  search?: string;
  stored?: Record<string, string>;
  /** The storage of the tab. */
  inTab?: Record<string, string>;
  /** The length of the tab's history. */
  pagesInTab?: number;
  dark?: boolean;
  storageKey?: string;
  preload?: Record<string, string[]>;
  icons?: string;
  /** The hash of the files with frames. */
  frames?: string;
  backend?: string;
  /** Names in the `Server-Timing` of the page. */
  timing?: string[];
  /** Responds to the request of the collections. */
  collections?: () => Promise<Response>;
}

const { code: SCRIPT } = await bundleFirstScript();

const NEVER = new Promise<Response>(() => {});

/** Runs the inline script in a page with only the parts that it uses. */
function visit({
  hash = '',
  search = '',
  stored = {},
  inTab = {},
  pagesInTab = 2,
  dark = false,
  storageKey,
  preload = {},
  icons = '',
  frames,
  backend = '',
  timing,
  collections = () => NEVER,
}: Visit) {
  const dataset: Record<string, string> = {};
  const properties: Record<string, string> = {};
  const links: { rel?: string; href?: string }[] = [];
  const listeners = new Map<string, ((event: object) => void)[]>();
  const dispatch = (type: string, event: object) => {
    for (const listener of listeners.get(type) ?? []) listener(event);
  };
  const page = {
    addEventListener: (type: string, listener: (event: object) => void) =>
      void listeners.set(type, [...(listeners.get(type) ?? []), listener]),
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
      const settings: Record<string, string | undefined> = {
        icons,
        frames,
        backend,
        'storage-key': storageKey,
      };
      const content = settings[/atoll-([a-z-]+)/.exec(selector)?.[1] ?? ''];
      return content ? { content } : null;
    },
    baseURI: 'http://atoll.test/app/',
  };
  const requests: { url: string; headers: Record<string, string>; body?: string; signal: AbortSignal }[] = [];
  const send = (
    url: string,
    init: { headers: Record<string, string>; body?: string; signal: AbortSignal },
  ) => {
    requests.push({ url, ...init });
    return url.includes('api/collections?') ? collections() : NEVER;
  };
  /** The properties that the script adds to the page's window. */
  const shared: {
    atollEarly?: Pick<EarlyRequests, 'requests' | 'requested'> | undefined;
    atollSignIn?: object;
  } = {};
  const run = new Function(
    'document',
    'localStorage',
    'sessionStorage',
    'history',
    'location',
    'matchMedia',
    'fetch',
    'addEventListener',
    'navigator',
    'performance',
    'globalThis',
    injectPreload(SCRIPT, forScript(preload)),
  );
  run(
    page,
    { getItem: (key: string) => stored[key] ?? null },
    { getItem: (key: string) => inTab[key] ?? null },
    { length: pagesInTab },
    { hash, search },
    () => ({ matches: dark }),
    send,
    page.addEventListener,
    { language: 'de-CH' },
    {
      now: () => performance.now(),
      // Browsers leave it out on plain http from another machine.
      getEntriesByType: () => [{ serverTiming: timing?.map((name) => ({ name })) }],
    },
    shared,
  );
  const navigate = () => dispatch('hashchange', {});
  /** Submits a form with this data; returns whether the default was prevented. */
  const submit = (form: Record<string, string>, { email = '', password = '' } = {}) => {
    let isPrevented = false;
    const preventDefault = () => {
      isPrevented = true;
    };
    const target = { dataset: form, email: { value: email }, password: { value: password } };
    dispatch('submit', { target, preventDefault });
    return isPrevented;
  };
  /** Dispatches an event to the page's listener, with the element as its target. */
  const emit = (type: string, element: object) => dispatch(type, { target: element });
  const hrefs = () => links.map((link) => link.href);
  return { dataset, properties, hrefs, requests, shared, submit, emit, navigate };
}

/** The frame that the router shows for a hash, after all redirects. */
function frameOf(hash: string, signedIn: boolean, installer: boolean, startsAtHome: boolean): string {
  for (let path = hash; ; ) {
    const place = parseHash(path);
    const { access, frame } = routeOf(place.name);
    const target = redirectFor(place.path, access, { signedIn, installer, startsAtHome });
    if (!target) return frame;
    path = `#${target}`;
  }
}

describe('the first script', () => {
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
    [true, false, false],
    [true, false, true],
    [false, false, true],
    [false, true, true],
  ])('shows the same frame as the router (signed in: %s, installer: %s, at Home: %s)', (...visitor) => {
    const [signedIn, installer, startsAtHome] = visitor;
    const session = JSON.stringify({ token: validToken });
    const stored: Record<string, string> = {
      ...(signedIn ? { pocketbase_auth: session } : {}),
      ...(startsAtHome ? { atollStartAtHome: '1' } : {}),
    };
    for (const hash of hashes) {
      const { dataset } = visit({ hash, stored, search: installer ? '?installer' : '' });
      expect(dataset['route'], hash).toBe(frameOf(hash, ...visitor));
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

  test('loads the icons on all screens but the sign-in', () => {
    const icons = './assets/icons.css';
    expect(visit({ hash: '#/login', icons }).hrefs()).toEqual([]);
    expect(visit({ hash: '#/request-password-reset', icons }).hrefs()).toEqual([icons]);
  });

  test('requests the frame of every screen but the sign-in, which is in the page, as all are during development', () => {
    const urls = (visited: Visit) => visit(visited).requests.map(({ url }) => url);
    expect(urls({ hash: '#/login', frames: 'abc' })).toEqual([]);
    expect(urls({ hash: '#/request-password-reset', frames: 'abc' })).toEqual([
      './assets/request-reset.abc.txt',
    ]);
    expect(urls({ hash: '#/request-password-reset' })).toEqual([]);
  });

  test('preloads the files of the route, each once; what is not urgent with the first island', () => {
    const preload = {
      sidebar: ['./assets/shell.js'],
      collections: ['./assets/records.js', './assets/shell.js'],
      'collections?': ['./assets/search.js', './assets/shell.js'],
      'login installer': ['./assets/login.js'],
      'collections later': ['./assets/panel.js'],
      '* later': ['./assets/toasts.js', './assets/panel.js'],
    };
    const names = (page: ReturnType<typeof visit>) =>
      page.hrefs().flatMap((href) => /^\.\/assets\/(\w+)\.js$/.exec(href ?? '')?.[1] ?? []);
    const stored = { pocketbase_auth: JSON.stringify({ token: validToken }) };
    const page = visit({ hash: '#/collections', stored, preload });
    expect(names(page)).toEqual(['shell', 'records']);
    page.emit('astro:hydrate', { contains: () => false });
    expect(names(page)).toEqual(['shell', 'records', 'panel', 'toasts']);
    const searched = visit({ hash: '#/collections?filter=a', stored, preload });
    expect(names(searched)).toEqual(['shell', 'records', 'search']);
    const login = visit({ preload });
    login.emit('astro:hydrate', { contains: () => false });
    expect(names(login)).toEqual(['login', 'toasts', 'panel']);
  });
});

describe('the first requests', () => {
  const stored = { pocketbase_auth: JSON.stringify({ token: validToken }) };
  const COLLECTIONS = 'api/collections?page=1&perPage=200&skipTotal=1&sort=%2Bname';
  const pathsOf = ({ requests }: ReturnType<typeof visit>) =>
    requests.map(({ url }) => url.replace('http://atoll.test/', ''));

  test.each([
    ['#/settings', ['api/settings']],
    ['#/settings/backups', ['api/backups', 'api/settings']],
    ['#/', [COLLECTIONS, 'api/settings']],
    ['', [COLLECTIONS, 'api/settings']],
    ['#/collections?filter=a', [COLLECTIONS, 'api/settings']],
    [
      '#/settings/admins',
      ['api/settings', 'api/admins?page=1&perPage=100&skipTotal=1&sort=-created&filter='],
    ],
    ['#/settings/admins?filter=a', ['api/settings']],
    ['#/settings/admins?sort=email', ['api/settings']],
    ['#/logs?where=x', ['api/settings']],
    ['#/nowhere', []],
    ['#/users/confirm-verification/abc', []],
  ])('of %s are %j', (hash, expected) => {
    expect(pathsOf(visit({ hash, stored }))).toEqual(expected);
  });

  test('of the logs depend on the choice that is remembered', () => {
    expect(pathsOf(visit({ hash: '#/logs', stored }))).toHaveLength(3);
    expect(pathsOf(visit({ hash: '#/logs', stored: { ...stored, adminLogRequests: '1' } }))).toEqual([
      'api/settings',
    ]);
  });

  test.each([
    ['signed out', { hash: '#/collections' }],
    ['in the installer', { hash: '#/collections', search: '?installer', stored }],
  ])('are not sent %s', (_when, visited) => {
    const { requests, shared } = visit(visited);
    expect(requests).toEqual([]);
    expect(shared).not.toHaveProperty('atollEarly');
  });

  test('have the headers of the client, and go to the backend that the page names', () => {
    const urls = (backend: string) =>
      visit({ hash: '#/settings', stored, backend }).requests.map(({ url }) => url);
    expect(urls('https://pb.test/base')).toEqual(['https://pb.test/base/api/settings']);
    expect(urls('https://pb.test/')).toEqual(['https://pb.test/api/settings']);
    expect(urls('../pb')).toEqual(['http://atoll.test/pb/api/settings']);
    expect(visit({ hash: '#/settings', stored }).requests[0]?.headers).toEqual({
      Authorization: validToken,
      'Content-Type': 'application/json',
      'Accept-Language': 'de-CH',
    });
  });

  const items = [
    { id: 'a view', name: 'a', type: 'view', schema: [] },
    { id: 'second', name: 'Zoo', type: 'base', schema: [] },
    { id: 'first', name: 'book', type: 'base', schema: [] },
    {
      id: 'an id',
      name: 'second',
      type: 'base',
      schema: [
        { name: 'text', type: 'editor' },
        { name: 'author', type: 'relation' },
      ],
    },
  ];
  const respond = (body: unknown) => async () => Response.json(body);
  /** Paths of records that are requested once the collections have arrived. */
  async function records(visited: Visit, during = (_page: ReturnType<typeof visit>) => {}) {
    const page = visit({ stored, ...visited });
    during(page);
    // The response is read in a few steps.
    await new Promise((resolve) => setTimeout(resolve));
    return pathsOf(page).filter((path) => path.includes('/records'));
  }

  test('are followed by those of the first collection, or of the one in the address', async () => {
    const collections = respond({ items });
    expect(await records({ hash: '', collections })).toEqual([
      'api/collections/first/records?page=1&perPage=1&filter=&fields=id',
      'api/collections/first/records?page=1&perPage=40&skipTotal=1&sort=-created&filter=&expand=&fields=',
    ]);
    const own = { id: 'own', name: 'atoll_arrangements', type: 'base', schema: [] };
    const [count] = await records({ hash: '', collections: respond({ items: [own, ...items] }) });
    expect(count).toContain('/first/');
    expect((await records({ hash: '#/collections?collectionId=a+view', collections }))[1]).toContain(
      '&sort=&',
    );
    expect(await records({ hash: '#/collections?collectionId=gone', collections })).toHaveLength(2);
    expect((await records({ hash: '#/collections?collectionId=an%20id&recordId=x', collections }))[1]).toBe(
      'api/collections/an%20id/records?page=1&perPage=40&skipTotal=1&sort=-created&filter=&expand=author' +
        '&fields=*%2Ctext%3Aexcerpt(200)%2Cexpand.author.*%3Aexcerpt(200)',
    );
  });

  test.each<[string, Visit]>([
    ['the address has a search', { hash: '#/collections?filter=a', collections: respond({ items }) }],
    ['the address has a sort', { hash: '#/collections?sort=id', collections: respond({ items }) }],
    ['there are no collections', { collections: respond({ items: [] }) }],
    ['the response is not of the backend', { collections: respond([]) }],
    ['the session is invalid', { collections: respond({ code: 401, message: '', data: {} }) }],
    ['there is no response', { collections: () => Promise.reject(new TypeError('offline')) }],
  ])('are not followed by any when %s', async (_when, visited) => {
    expect(await records(visited)).toEqual([]);
  });

  test('are not sent again when the client has been faster', async () => {
    const collections = respond({ items });
    const count = 'api/collections/first/records?page=1&perPage=1&filter=&fields=id';
    const found = await records({ hash: '', collections }, ({ shared }) =>
      shared.atollEarly?.requested.add(`http://atoll.test/${count}`),
    );
    expect(found).toHaveLength(1);
    expect(found).not.toContain(count);
  });

  describe('of the collection that the tab remembers', () => {
    const hash = '#/collections?collectionId=first';
    const listed = readListed(JSON.parse(JSON.stringify({ items })));
    const [first] = listed.slice(2);
    const remembered = { id: 'first', requests: first ? recordRequests(first, listed) : [] };
    const inTab = (value: unknown) => ({ listed_collection: JSON.stringify(value) });

    test('are sent at once, and once', async () => {
      const before = pathsOf(visit({ stored, hash, inTab: inTab(remembered) }));
      const after = await records({ hash, inTab: inTab(remembered), collections: respond({ items }) });
      expect(before.slice(2)).toEqual(await records({ hash, collections: respond({ items }) }));
      expect(after).toEqual(before.slice(2));
    });

    test('are sent again as far as they have changed', async () => {
      const older = {
        ...remembered,
        requests: recordRequests(
          {
            ...{ id: 'first', name: 'first', type: 'base' },
            fields: [{ name: 'author', type: 'relation', isPresentable: false }],
          },
          [],
        ),
      };
      const [count, list, ...others] = await records({
        hash,
        inTab: inTab(older),
        collections: respond({ items }),
      });
      expect([count, list]).toEqual([
        expect.stringContaining('perPage=1&'),
        expect.stringContaining('author'),
      ]);
      expect(others).toEqual([expect.stringContaining('&expand=&fields=')]);
    });

    test.each([
      ['another collection', { hash, inTab: inTab({ ...remembered, id: 'second' }) }],
      ['no collection', { hash: '#/collections', inTab: inTab(remembered) }],
      ['a search', { hash: `${hash}&filter=a`, inTab: inTab(remembered) }],
      ['something else', { hash, inTab: inTab(null) }],
      ['no JSON', { hash, inTab: { listed_collection: '{' } }],
      ['another screen', { hash: '#/logs', inTab: inTab(remembered) }],
      ['the first page of a tab', { hash, inTab: inTab(remembered), pagesInTab: 1 }],
    ])('are not sent for %s', async (_what, visited) => {
      expect(await records(visited)).toEqual([]);
    });
  });

  describe('hand the collections to the client', () => {
    const hash = '#/collections';
    const url = `http://atoll.test/${COLLECTIONS}`;
    const handedOver = (collections: () => Promise<Response>) =>
      visit({ stored, hash, collections }).shared.atollEarly?.requests.get(url)?.response;
    const withUrl = (response: Response) => Object.defineProperty(response, 'url', { value: url });

    test.each([
      [200, { items }],
      [200, []],
      [401, { code: 401, message: 'Invalid token.', data: {} }],
    ])('with status %d and the body %j', async (status, body) => {
      const headers = { 'X-Sent': 'yes' };
      const response = await handedOver(async () => withUrl(Response.json(body, { status, headers })));
      expect(response).toMatchObject({ status, url });
      expect(response?.headers.get('X-Sent')).toBe('yes');
      expect(await response?.json()).toEqual(body);
    });

    test('also a response that is no JSON', async () => {
      const response = await handedOver(async () => withUrl(new Response('<!doctype html>')));
      expect(await response?.text()).toBe('<!doctype html>');
    });

    test('as failed when the response is cut', async () => {
      const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('cut')) });
      await expect(handedOver(async () => withUrl(new Response(body)))).rejects.toThrow('cut');
    });
  });

  test('are dropped when another address is opened', async () => {
    const found = await records({ collections: respond({ items }) }, (page) => {
      expect(page.shared.atollEarly).toBeDefined();
      page.navigate();
      expect(page.shared.atollEarly).toBeUndefined();
      // Those that the client has taken over are its own.
      expect(page.requests.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    });
    expect(found).toEqual([]);
  });

  test('are left to the client when the address of the backend is invalid', () => {
    const page = visit({
      hash: '#/settings',
      stored,
      backend: 'http://',
      preload: { sidebar: ['./assets/a.js'] },
    });
    expect(page.requests).toEqual([]);
    expect(page.hrefs()).toContain('./assets/a.js');
  });

  test('work without local storage', () => {
    const get = vi.fn(() => {
      throw new DOMException('Blocked.', 'SecurityError');
    });
    expect(() => visit({ hash: '#/logs', stored: new Proxy({}, { get }) })).not.toThrow();
    expect(get).toHaveBeenCalled();
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

describe('a sign-in before its form is hydrated', () => {
  const values = { email: 'a@example.com', password: 'a "secret"' };
  /** The device has seen a backend of this line here. */
  const stored = { atollBackend: 'pb22' };
  const send = (page: ReturnType<typeof visit>, typed = values) => page.submit({ unhydrated: '' }, typed);

  test('is sent at once, with the headers of the client, to the backend that the page names', () => {
    const page = visit({ hash: '#/login', backend: 'https://pb.test/base', stored });
    expect(send(page)).toBe(true);
    expect(page.requests).toEqual([
      {
        method: 'POST',
        url: 'https://pb.test/base/api/admins/auth-with-password',
        headers: { 'Content-Type': 'application/json', 'Accept-Language': 'de-CH' },
        body: JSON.stringify({ identity: values.email, password: values.password }),
        signal: expect.any(AbortSignal),
      },
    ]);
  });

  test('is sent to the administrators of the line that was last seen', () => {
    const page = visit({ hash: '#/login', stored: { atollBackend: 'pb23 0.40.6' } });
    send(page);
    expect(page.dataset['line']).toBe('pb23');
    expect(page.requests.map(({ url }) => url)).toEqual([
      'http://atoll.test/api/collections/_superusers/auth-with-password',
    ]);
  });

  test.each([
    ['an unknown device', {}],
    ['one that has seen the backend before its upgrade', { atollBackend: 'pb22' }],
  ])('is sent from %s in the words of the line that the server tells with the page', (_what, known) => {
    const page = visit({ hash: '#/login', stored: known, timing: ['cdn-cache', 'pb23'] });
    send(page);
    expect(page.dataset['line']).toBe('pb23');
    expect(page.requests.map(({ url }) => url)).toEqual([
      'http://atoll.test/api/collections/_superusers/auth-with-password',
    ]);
  });

  test('is sent once with the same values; with others the first one is aborted', () => {
    const page = visit({ hash: '#/login', stored });
    send(page);
    send(page);
    expect(page.requests).toHaveLength(1);
    send(page, { ...values, password: 'another' });
    expect(page.requests).toHaveLength(2);
    expect(page.requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  test('is dropped when another address is opened', () => {
    const page = visit({ hash: '#/login', stored });
    send(page);
    page.navigate();
    expect(page.requests[0]?.signal.aborted).toBe(true);
    expect(page.shared.atollSignIn).toBeUndefined();
  });

  test.each([
    ['another form', { hash: '#/request-password-reset' }],
    ['the installer', { search: '?installer' }],
    ['a page with an invalid address of the backend', { hash: '#/login', backend: 'http://', stored }],
    ['a backend whose line nobody knows yet', { hash: '#/login', timing: ['cdn-cache'] }],
  ])('is not sent for %s, which waits for its code', (_what, visited) => {
    const page = visit(visited);
    const form = { unhydrated: '' };
    expect(page.submit(form, values)).toBe(true);
    expect(form.unhydrated).toBe('sent');
    expect(page.requests).toEqual([]);
  });

  test('is not sent by the script once the form is hydrated', () => {
    const page = visit({ hash: '#/login', stored });
    expect(page.submit({}, values)).toBe(false);
    expect(page.requests).toEqual([]);
  });
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
