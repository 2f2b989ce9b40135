import { atom, computed, map } from 'nanostores';
import { sendAs, signInUser } from '#api/access/as-user.ts';
import { isObject, list, parseJson, text } from '#domain/app/lenient.ts';
import { parseToken } from '#domain/auth/token.ts';
import type { Collection, Rule } from '#domain/backend/collection.ts';
import { hasId } from '#domain/model/filter/print.ts';
import { namesIn } from '#domain/model/filter/walk.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { report } from '#stores/app/report.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { newestFirst } from '#wire/records.ts';

/** Parts of a request that rules may mention, as JSON texts. */
export const REQUEST_PARTS = { query: 'Query parameters', headers: 'Headers' } as const;
export type RequestPart = keyof typeof REQUEST_PARTS;

export interface TryValues {
  /** Id of an auth collection; empty for a guest. */
  readonly authId: string;
  readonly user: RecordData | undefined;
  readonly collectionId: string;
  readonly operation: 'listRule' | 'viewRule';
  /** The record to view, or to look for in the list. */
  readonly record: RecordData | undefined;
  readonly parts: Readonly<Record<RequestPart, string>>;
}

export interface Tried {
  readonly rule: Rule;
  /** Why the backend refused the request as a whole, in a sentence. */
  readonly problem?: string | undefined;
  readonly found?: { readonly count: number; readonly first: readonly RecordData[] };
  /** Whether the record is let through, with what the backend said. */
  readonly one?: { readonly isAllowed: boolean; readonly note?: string | undefined };
}

const SHOWN_RECORDS = 10;

/** Reads a typed part of a request; a text says why it can't be sent. */
function readPart(part: RequestPart, typed: string): Readonly<Record<string, string>> | string {
  const value = parseJson(typed.trim() || '{}');
  if (!isObject(value)) return 'Enter a JSON object, such as {"title": "New"}.';
  const texts = Object.entries(value).map(([name, one]) => [
    // Clients send `x-token` for `x_token`, as rules have it.
    part === 'headers' ? name.replaceAll('_', '-') : name,
    typeof one === 'string' ? one : JSON.stringify(one),
  ]);
  const read: Record<string, string> = Object.fromEntries(texts);
  try {
    if (part === 'headers') new Headers(read);
    return read;
  } catch {
    return 'No request can have these headers.';
  }
}

/** What a user signs in with: the backend takes an email for an email, also where only usernames are allowed. */
function identityOf({ auth }: Collection, record: RecordData): string {
  const [email, username] = [text(record['email']), text(record['username'])];
  return (auth?.identityFields.includes('email') && email) || username || email;
}

interface Attempt extends Pick<TryValues, 'operation' | 'record'> {
  readonly collection: Collection;
  readonly rule: string;
  readonly token: string | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends the request of a guest, or of the user whose token it is. Throws ApiError if there is no answer. */
async function tryRule(attempt: Attempt, signal: AbortSignal): Promise<Tried> {
  const { collection, rule, operation, record, token, query, headers } = attempt;
  const paths = namesIn(rule);
  const isRead = (name: string) => paths.some((path) => path.startsWith(`@request.query.${name}`));
  const send = (id: string | undefined, own: Readonly<Record<string, string | number>> = {}) => {
    // A rule may read the parameters that Atoll adds.
    const added = Object.entries(own).filter(([name]) => !isRead(name));
    const parameters = { ...Object.fromEntries(added), ...query };
    return sendAs({ token, collection: collection.id, id, query: parameters, headers }, { signal });
  };
  if (operation === 'viewRule') {
    const answer = await send(record?.id ?? '');
    const isAllowed = answer.status === 200;
    return { rule, one: isAllowed ? { isAllowed } : { isAllowed, note: answer.message } };
  }
  const all = await send(undefined, { perPage: SHOWN_RECORDS, sort: newestFirst(collection) });
  // Who may list nothing gets an empty list: a refusal is about the request.
  if (all.status !== 200) return { rule, problem: all.message };
  const found = { count: Number(all.data['totalItems']), first: list(all.data['items'], parseRecord) };
  if (!record) return { rule, found };
  if (isRead('filter'))
    return { rule, found, problem: 'The rule reads the filter by which the record would be looked for.' };
  const own = await send(undefined, { filter: hasId(record.id) });
  if (own.status !== 200) return { rule, found, problem: own.message };
  return { rule, found, one: { isAllowed: Number(own.data['totalItems']) > 0 } };
}

/** Creates the panel that tries rules by real requests of a guest or a user; `stop` forgets the token of the user. */
export function createTry() {
  const $values = map<TryValues>({
    authId: '',
    user: undefined,
    collectionId: $collectionList.get()[0]?.id ?? '',
    operation: 'listRule',
    record: undefined,
    parts: { query: '{}', headers: '{}' },
  });
  const $result = atom<Tried | undefined>(undefined);
  const $isBusy = atom(false);
  const $isSigningIn = atom(false);
  const $errors = map<Partial<Record<RequestPart | 'password' | 'user' | 'record', string>>>({});
  /** In memory only. */
  const $token = atom<string | undefined>(undefined);
  const latest = createLatest();

  const byId = (id: string): Collection | undefined => $collectionList.get().find((one) => one.id === id);
  const $collection = computed([$values, $collectionList], ({ collectionId }) => byId(collectionId));
  const $rule = computed([$values, $collection], ({ operation }, collection) => collection?.[operation]);
  const $parts = computed($rule, (rule): readonly RequestPart[] => {
    const paths = namesIn(rule ?? '');
    const isRead = (part: string) => paths.some((path) => path.startsWith(`@request.${part}.`));
    return (Object.keys(REQUEST_PARTS) as RequestPart[]).filter(isRead);
  });

  const set = (change: Partial<TryValues>): void => {
    const before = $values.get();
    const next = { ...before, ...change };
    if (next.authId !== before.authId) $values.set({ ...next, user: undefined });
    else if (next.collectionId !== before.collectionId) $values.set({ ...next, record: undefined });
    else $values.set(next);
    latest.abort();
    if ($values.get().user?.id !== before.user?.id) $token.set(undefined);
    $result.set(undefined);
    $errors.set({});
  };

  function missing({ authId, user, operation, record }: TryValues) {
    if (authId && !user) return { user: 'Choose a record.' };
    // With an expired token, requests are a guest's.
    const token = $token.get();
    const isExpired = token !== undefined && (parseToken(token)?.exp ?? 0) * 1000 <= Date.now();
    if (isExpired) $token.set(undefined);
    if (isExpired) return { password: 'The token has expired. Sign in again.' };
    if (user && token === undefined) return { password: 'Sign in as this user first.' };
    return operation === 'viewRule' && !record && $rule.get() !== null ? { record: 'Choose a record.' } : {};
  }

  async function run(): Promise<void> {
    const values = $values.get();
    const [collection, rule] = [$collection.get(), $rule.get()];
    if (!collection || rule === undefined || $isBusy.get()) return;
    $errors.set(missing(values));
    const parts: Record<RequestPart, Readonly<Record<string, string>>> = { query: {}, headers: {} };
    for (const part of $parts.get()) {
      const read = readPart(part, values.parts[part]);
      if (typeof read === 'string') $errors.setKey(part, read);
      else parts[part] = read;
    }
    if (Object.keys($errors.get()).length) return;
    const signal = latest.begin();
    $isBusy.set(true);
    try {
      const { operation, record } = values;
      const token = values.user && $token.get();
      const tried =
        rule === null
          ? { rule }
          : await tryRule({ collection, rule, operation, record, token, ...parts }, signal);
      if (!signal.aborted) $result.set(tried);
    } catch (error) {
      report(error);
    }
    $isBusy.set(false);
  }

  async function signIn(password: string): Promise<void> {
    const { authId, user } = $values.get();
    const collection = byId(authId);
    if (!collection || !user || $isSigningIn.get()) return;
    $isSigningIn.set(true);
    try {
      const token = await signInUser(collection.id, identityOf(collection, user), password);
      // Another one may have been chosen meanwhile.
      if ($values.get().user?.id === user.id) $token.set(token);
      $errors.set({});
      $result.set(undefined);
    } catch (thrown) {
      const error = report(thrown, { toast: false, keepsSession: true });
      if (!error.isAbort) $errors.set({ password: error.message });
    }
    $isSigningIn.set(false);
  }

  return {
    $values,
    /** Changes what is asked for, which removes the result. */
    set,
    $collection,
    $rule,
    $parts,
    $errors,
    /** What was found out about that rule; undefined also after somebody else has changed it. */
    $result: computed([$result, $rule], (tried, rule) => (tried?.rule === rule ? tried : undefined)),
    $isBusy,
    run,
    authCollections: (): readonly Collection[] => $collectionList.get().filter(({ type }) => type === 'auth'),
    $hasToken: computed($token, (token) => token !== undefined),
    $isSigningIn,
    /** Signs in as the chosen user; requests then have that user's own token until the panel is closed. */
    signIn,
    stop: stopAll(latest.abort, () => $token.set(undefined)),
  };
}

export type Try = ReturnType<typeof createTry>;
