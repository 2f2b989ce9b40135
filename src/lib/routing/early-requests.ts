import { ownReferer } from '#browser/backends.ts';
import { abortEarly, type EarlyRequests, sendEarly } from '#browser/early.ts';
import { readInTab, readStored } from '#browser/storage.ts';
import { ADMIN_LOGS_KEY, LISTED_KEY } from '#domain/app/storage-keys.ts';
import { OWN_COLLECTION } from '#domain/arrangements/own-collection.ts';
import { type ApiRequest, requestUrl } from '#domain/backend/request.ts';
import { compareNames } from '#domain/collections/compare-names.ts';
import { LOGS_PER_PAGE } from '#domain/logs/log.ts';
import type { RememberedList } from '#domain/records/list-query.ts';
import { ADMINS_PER_PAGE, ADMINS_SORT } from '#domain/settings/admins.ts';
import {
  adminsRequest,
  backupsRequest,
  collectionsRequest,
  logStatsRequest,
  logsRequest,
  maxQuery,
  newestLogs,
  ownFilter,
  readListed,
  recordRequests,
  settingsRequest,
  signInBody,
  signInPath,
} from '#wire/early.ts';
import { routes } from './routes.ts';

interface EarlyScreen {
  /** By default that of the settings. */
  readonly requests?: readonly ApiRequest[];
  /** Requested only when the address has no search, sort or other choice. */
  readonly plain?: () => readonly ApiRequest[];
  /** `plain` is not requested when local storage has `1` under this key. */
  readonly unless?: string;
  /** Whether there is a list of records, which follows from the collections, or from what the tab remembers. */
  readonly hasRecords?: boolean;
}

export interface EarlyVisit {
  readonly frame: string;
  /** The query of the hash. */
  readonly query: string;
  readonly token: string;
  /** The backend's address with a trailing slash. */
  readonly base: string;
}

/** The first requests by frame. All screens of administrators show something of the settings. */
export const earlyScreens: Readonly<Record<string, EarlyScreen>> = {
  [routes.collections.frame]: { requests: [collectionsRequest(200), settingsRequest], hasRecords: true },
  [routes.logs.frame]: {
    plain: () => {
      const filter = ownFilter(ownReferer());
      const logs = { page: 1, perPage: LOGS_PER_PAGE, sort: newestLogs(), filter };
      return [logsRequest(logs), logStatsRequest(filter)];
    },
    unless: ADMIN_LOGS_KEY,
  },
  [routes.settingsAdmins.frame]: {
    plain: () => [adminsRequest({ page: 1, perPage: ADMINS_PER_PAGE, sort: ADMINS_SORT, filter: '' })],
  },
  [routes.settingsBackups.frame]: { requests: [backupsRequest, settingsRequest] },
  [routes.settingsExport.frame]: { requests: [collectionsRequest(100), settingsRequest] },
  [routes.settingsImport.frame]: { requests: [collectionsRequest(200), settingsRequest] },
};

/** Sends the first requests of a screen, before its code is there; the client takes their responses over. */
export function sendFirstRequests({ frame, query: search, token, base }: EarlyVisit): void {
  const screen: EarlyScreen = earlyScreens[frame] ?? {};
  // One of these words in another name or a value only means that nothing is requested early.
  const isChosen = /filter|sort|span|levels|where|admin/.test(search);
  const isPlain = !isChosen && readStored(screen.unless ?? '') !== '1';

  const requests: EarlyRequests['requests'] = new Map();
  const requested = new Set<string>();
  const early = { token, sent: performance.now(), requests, requested };
  globalThis.atollEarly = early;
  // The responses are for the screen that the page begins with.
  addEventListener('hashchange', abortEarly);

  const send = (request: ApiRequest, read?: false | ((response: Promise<Response>) => Promise<Response>)) => {
    const url = base + requestUrl(request).slice(1);
    // The client splits what the backend may refuse.
    if (url.replace(/[!'()*]/g, '%00').length > maxQuery()) return;
    // What the client or this script has requested stays as it is.
    if (requested.has(url) || requests.has(url)) return;
    const { controller, response: sent } = sendEarly(url, { headers: { Authorization: token } });
    const response = read ? read(sent) : sent;
    response.catch(() => {});
    requests.set(url, { controller, response });
  };
  const id = new URLSearchParams(search).get('collectionId');
  const sendList = (text: string) => {
    const items = readListed(JSON.parse(text));
    // In the order of the sidebar, by type and name: without one in the address, the first is shown.
    const place = ({ isLast, type, name }: (typeof items)[0]) => (isLast ? 'z' : '') + type + name;
    items.sort((a, b) => compareNames(place(a), place(b)));
    const shown = items.find((one) => one.id === id) || items.find(({ name }) => name !== OWN_COLLECTION);
    // With its code in the browser's cache, the client may be faster.
    if (shown && globalThis.atollEarly === early)
      for (const request of recordRequests(shown, items)) send(request);
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
  const isList = isPlain && screen.hasRecords;
  const plain = (isPlain && screen.plain?.()) || [];
  [...(screen.requests ?? [settingsRequest]), ...plain].forEach((request, index) => {
    send(request, isList && index === 0 && withList);
  });
  // Only what came before in this tab can have remembered something; the first access takes the browser long.
  if (!isList || history.length === 1) return;
  try {
    const remembered: RememberedList = JSON.parse(readInTab(LISTED_KEY) ?? '{}');
    // If its fields have changed since, the list follows anew, and nobody takes this response.
    if (remembered.id === id) for (const request of remembered.requests) send(request);
  } catch {
    // Something else is stored under this key.
  }
}

/** Sends the sign-in of a form without its code, once for the same values; the client takes the response over. */
export function signInEarly(form: HTMLFormElement, base: string): void {
  const body = JSON.stringify(signInBody(form['email'].value, form['password'].value));
  if (globalThis.atollSignIn?.body === body) return;
  globalThis.atollSignIn?.controller.abort();
  const url = base + signInPath().slice(1);
  const signIn = { url, body, ...sendEarly(url, { method: 'POST', body }) };
  globalThis.atollSignIn = signIn;
  // Whoever leaves the form does not sign in.
  addEventListener(
    'hashchange',
    () => {
      if (globalThis.atollSignIn !== signIn) return;
      signIn.controller.abort();
      globalThis.atollSignIn = undefined;
    },
    { once: true },
  );
}
