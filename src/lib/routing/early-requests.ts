import { abortEarly, type EarlyRequest, type EarlyRequests } from '#browser/early.ts';
import { ADMIN_LOGS_KEY, LISTED_KEY } from '#domain/app/storage-keys.ts';
import { collectionTypes } from '#domain/collections/collection.ts';
import { effectiveFilter } from '#domain/logs/effective.ts';
import { DEFAULT_SORT, EXCERPT, PAGE_SIZE } from '#domain/records/list-query.ts';
import { routes } from './routes.ts';

/** What a screen requests first. Paths are without the backend's address, as the client writes them. */
interface EarlyScreen {
  readonly paths: readonly string[];
  /** Requested only when the address has no search, sort or other choice. */
  readonly plain?: readonly string[];
  /** `plain` is not requested when local storage has `1` under this key. */
  readonly unless?: string;
  /**
   * Whether there is a list of records. It follows from the first response, which has the collections, or at once from
   * what the tab remembers of the collection in the address.
   */
  readonly hasRecords?: boolean;
}

/** By frame. */
export type EarlyScreens = Readonly<Record<string, EarlyScreen>>;

/** What a list of records depends on, of a collection as the backend sends it. */
export interface ListedCollection {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly schema: readonly { readonly name: string; readonly type: string }[];
}

interface ListOptions {
  readonly perPage: number;
  readonly sort: string;
  /** Number of characters of an excerpt. */
  readonly excerpt: number;
  /** The types in the order of the sidebar. */
  readonly types: readonly string[];
}

/** The visit of a screen with a valid session. */
export interface EarlyVisit {
  /** Undefined: the screen needs only the settings. */
  readonly screen: EarlyScreen | undefined;
  /** The query of the hash. */
  readonly search: string;
  readonly token: string;
  /** The backend's address with a trailing slash. */
  readonly base: string;
}

const SETTINGS = 'api/settings';
const LOGS_FILTER = encodeURIComponent(effectiveFilter({ includesAdmins: false, search: '' }));
const collections = (perPage: number) => `api/collections?page=1&perPage=${perPage}&skipTotal=1&sort=%2Bname`;

/** The first requests by frame. All screens of administrators show something of the settings, such as the app's name. */
export const earlyScreens: EarlyScreens = {
  [routes.collections.frame]: { paths: [collections(200), SETTINGS], hasRecords: true },
  [routes.logs.frame]: {
    paths: [SETTINGS],
    plain: [
      `api/logs?page=1&perPage=50&skipTotal=1&sort=-rowid&filter=${LOGS_FILTER}`,
      `api/logs/stats?filter=${LOGS_FILTER}`,
    ],
    unless: ADMIN_LOGS_KEY,
  },
  [routes.settingsAdmins.frame]: {
    paths: [SETTINGS],
    plain: ['api/admins?page=1&perPage=100&skipTotal=1&sort=-created&filter='],
  },
  [routes.settingsBackups.frame]: { paths: ['api/backups', SETTINGS] },
  [routes.settingsExport.frame]: { paths: [collections(100), SETTINGS] },
  [routes.settingsImport.frame]: { paths: [collections(200), SETTINGS] },
};

/**
 * The count and the first page of a collection's records in their initial sort, as `stores/records/list.ts` requests
 * them. The inline script contains this function as text, so it must not refer to anything outside it.
 */
export function recordPaths(
  { id, type, schema }: ListedCollection,
  { perPage, sort, excerpt }: Omit<ListOptions, 'types'>,
): string[] {
  // No collection has such an id; in an address it could lead to another path.
  if (!/^[^./\\]+$/.test(id)) return [];
  const path = `api/collections/${encodeURIComponent(id)}/records?page=1&perPage=`;
  const named = (wanted: string) => schema.filter((field) => field.type === wanted).map(({ name }) => name);
  const relations = named('relation');
  const texts = [...named('editor'), ...relations.map((name) => `expand.${name}.*`)];
  const fields = texts.length ? ['*', ...texts.map((name) => `${name}:excerpt(${excerpt})`)] : [];
  const [expand, shown] = [relations, fields].map((names) => encodeURIComponent(names.join()));
  return [
    `${path}1&filter=&fields=id`,
    `${path}${perPage}&skipTotal=1&sort=${type === 'view' ? '' : sort}&filter=&expand=${expand}&fields=${shown}`,
  ];
}

/**
 * Sends a request as the client does. The inline script contains this function as text, so it must not refer to anything
 * outside it.
 */
export function sendAhead(
  url: string,
  { headers, ...init }: { headers?: Record<string, string>; method?: string; body?: string },
): EarlyRequest {
  const controller = new AbortController();
  const response = fetch(url, {
    ...init,
    headers: { ...headers, 'Content-Type': 'application/json', 'Accept-Language': navigator.language },
    signal: controller.signal,
  });
  // Who takes the response over handles the error.
  response.catch(() => {});
  return { controller, response };
}

/**
 * Sends the first requests of a screen, before its code is there; the client takes their responses over
 * (`browser/early.ts`). The inline script contains this function as text, so it must not refer to anything outside it.
 */
function sendEarly(
  { screen, search, token, base }: EarlyVisit,
  ahead: typeof sendAhead,
  fallback: string,
  options: ListOptions,
  pathsOf: typeof recordPaths,
  rememberedKey: string,
  abort: typeof abortEarly,
) {
  const { paths, plain = [], unless = '', hasRecords }: EarlyScreen = screen || { paths: [fallback] };
  const query = new URLSearchParams(search);
  const choices = ['filter', 'sort', 'span', 'where', 'adminRequests'];
  let isPlain = !choices.some((name) => query.has(name));
  try {
    if (localStorage.getItem(unless) === '1') isPlain = false;
  } catch {}

  const requests: EarlyRequests['requests'] = new Map();
  const requested = new Set<string>();
  const early = { token, sent: performance.now(), requests, requested };
  globalThis.atollEarly = early;
  // The responses are for the screen that the page begins with.
  addEventListener('hashchange', abort);

  const send = (path: string, read = (response: Promise<Response>) => response) => {
    const { controller, response: sent } = ahead(base + path, { headers: { Authorization: token } });
    const response = read(sent);
    response.catch(() => {});
    requests.set(base + path, { controller, response });
  };
  /** What the client or this script has requested stays as it is. */
  const sendRecords = (collection: ListedCollection) => {
    for (const path of pathsOf(collection, options))
      if (!requested.has(base + path) && !requests.has(base + path)) send(path);
  };
  const sendList = (text: string) => {
    const { items }: { items: ListedCollection[] } = JSON.parse(text);
    const { types } = options;
    // In the order of the sidebar: without one in the address, the first collection is shown.
    items.sort((a, b) => types.indexOf(a.type) - types.indexOf(b.type) || a.name.localeCompare(b.name));
    const shown = items.find(({ id }) => id === query.get('collectionId')) || items[0];
    // With its code in the browser's cache, the client may be faster.
    if (shown && globalThis.atollEarly === early) sendRecords(shown);
  };
  /** Reading a copy would take several turns more, each of them behind the start of a module. */
  const withList = async (sent: Promise<Response>) => {
    const response = await sent;
    if (response.status !== 200) return response;
    const text = await response.text();
    try {
      sendList(text);
    } catch {
      // The list is requested as usual.
    }
    return Object.defineProperty(new Response(text, response), 'url', { value: response.url });
  };
  const isList = hasRecords && isPlain;
  for (const path of [...paths, ...(isPlain ? plain : [])])
    send(path, isList && path === paths[0] ? withList : undefined);
  // Only what came before in this tab can have remembered something; the first access takes the browser long.
  if (!isList || history.length === 1) return;
  try {
    const remembered = JSON.parse(sessionStorage.getItem(rememberedKey) || '{}');
    // If its fields have changed since, the list follows anew, and nobody takes this response.
    if (remembered.id === query.get('collectionId')) sendRecords(remembered);
  } catch {}
}

/**
 * The text of the two arguments of the inline script: the screens by frame, and a function of an {@link EarlyVisit} and
 * {@link sendAhead} that sends its requests.
 */
export function earlyArguments(): string {
  const options: ListOptions = {
    perPage: PAGE_SIZE,
    sort: DEFAULT_SORT,
    excerpt: EXCERPT,
    types: collectionTypes,
  };
  const rest = [SETTINGS, options].map((value) => JSON.stringify(value));
  return `${JSON.stringify(earlyScreens)},(visit,ahead)=>(${sendEarly})(visit,ahead,${rest},${recordPaths},${JSON.stringify(LISTED_KEY)},${abortEarly})`;
}
