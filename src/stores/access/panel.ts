import { atom, computed, map } from 'nanostores';
import { signInUser } from '#api/access/as-user.ts';
import { isObject, parseJson, text } from '#domain/app/lenient.ts';
import { parseToken } from '#domain/auth/token.ts';
import type { Collection, CollectionRule } from '#domain/backend/collection.ts';
import { namesIn } from '#domain/model/filter/walk.ts';
import type { RecordData } from '#domain/records/record.ts';
import { can } from '#stores/app/capabilities.ts';
import { report } from '#stores/app/report.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { judgeWrite, type Tried, tokenFor, tryRule } from './try-rule.ts';

export type { Tried };

/** Parts of a request that rules may mention, as JSON texts. */
export const REQUEST_PARTS = { query: 'Query parameters', headers: 'Headers' } as const;
export type RequestPart = keyof typeof REQUEST_PARTS;

export interface TryValues {
  /** Id of an auth collection; empty for a guest. */
  readonly authId: string;
  readonly user: RecordData | undefined;
  readonly collectionId: string;
  readonly operation: CollectionRule;
  /** The record to view or to change, or to look for in the list. */
  readonly record: RecordData | undefined;
  readonly parts: Readonly<Record<RequestPart, string>>;
}

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

/** Changes are described, not tried. */
export const isWrite = (operation: CollectionRule): boolean =>
  operation !== 'listRule' && operation !== 'viewRule';

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
  const { impersonates } = can();

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
    if (user && token === undefined && !impersonates) return { password: 'Sign in as this user first.' };
    const isOfOne = operation === 'viewRule' || (isWrite(operation) && operation !== 'createRule');
    return isOfOne && !record && $rule.get() !== null ? { record: 'Choose a record.' } : {};
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
      const { operation, record, user } = values;
      const auth = byId(values.authId);
      const who = auth && user && { auth, user };
      const attempt = async (): Promise<Tried> => {
        if (rule === null) return { rule };
        if (isWrite(operation)) return judgeWrite({ collection, operation, record, rule }, who, signal);
        // One that is given for a try is not kept.
        const given = who && impersonates ? await tokenFor(who, signal) : { token: user && $token.get() };
        const { token, ...said } = given;
        return {
          ...(await tryRule({ collection, rule, operation, record, token, ...parts }, signal)),
          ...said,
        };
      };
      const tried = await attempt();
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
    /** Without that of administrators, whom no rule refuses. */
    authCollections: (): readonly Collection[] =>
      $collectionList.get().filter(({ type, name }) => type === 'auth' && name !== can().administrators),
    /** Whether the backend gives a token of a user; else one must sign in as that user. */
    impersonates,
    $hasToken: computed($token, (token) => token !== undefined),
    $isSigningIn,
    /** Signs in as the chosen user; requests then have that user's own token until the panel is closed. */
    signIn,
    stop: stopAll(latest.abort, () => $token.set(undefined)),
  };
}

export type Try = ReturnType<typeof createTry>;
