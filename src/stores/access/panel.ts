import { atom, computed, map } from 'nanostores';
import { signInUser } from '#api/access/as-user.ts';
import { getRecord } from '#api/records/record.ts';
import { requestPaths } from '#domain/access/fill-rule.ts';
import { OPERATIONS } from '#domain/access/request.ts';
import { isObject, type JsonObject } from '#domain/app/is-object.ts';
import { parseJson, text } from '#domain/app/lenient.ts';
import { parseToken } from '#domain/auth/token.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { type RuleName, ruleOf, rulesOf } from '#domain/collections/editor/rules.ts';
import type { RecordData } from '#domain/records/record.ts';
import { report } from '#stores/app/report.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { createLatest } from '#stores/base/latest.ts';
import { stopAll } from '#stores/base/stop-all.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { $copies } from './copy.ts';
import { type Tried, tryRule } from './try.ts';

/** Parts of a request that rules may mention, as JSON texts. */
export const REQUEST_PARTS = { data: 'Data', query: 'Query parameters', headers: 'Headers' } as const;
export type RequestPart = keyof typeof REQUEST_PARTS;

/** What the panel asks for. */
export interface TryValues {
  /** Id of an auth collection; empty for a guest. */
  readonly authId: string;
  readonly user: RecordData | undefined;
  readonly collectionId: string;
  readonly operation: RuleName | 'typed';
  readonly typed: string;
  readonly record: RecordData | undefined;
  readonly parts: Readonly<Record<RequestPart, string>>;
}

const QUESTION = 'A copy of a record is not deleted yet. Leave it?';

function pathsOf(rule: string): readonly string[] {
  try {
    return [...requestPaths(rule)];
  } catch {
    // The backend, or the try, says what is wrong with it.
    return [];
  }
}

const texts = (from: JsonObject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(from).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

/** Headers by the names that rules have for them: `x_token` for `X-Token`. */
const headersIn = (from: JsonObject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts(from)).map(([name, value]) => [name.toLowerCase().replaceAll('-', '_'), value]),
  );

function areHeaders(from: JsonObject): boolean {
  try {
    return Boolean(new Headers(texts(from)));
  } catch {
    return false;
  }
}

/** What a user signs in with: the backend takes an email for an email, also where only usernames are allowed. */
function identityOf({ options }: Collection, record: RecordData): string {
  const [email, username] = [text(record['email']), text(record['username'])];
  return (options['allowEmailAuth'] === true && email) || username || email;
}

/** Creates the panel that tries rules as a user or a guest; `stop` forgets the token of the user. */
export function createTry() {
  const $values = map<TryValues>({
    authId: '',
    user: undefined,
    collectionId: $collectionList.get()[0]?.id ?? '',
    operation: 'listRule',
    typed: '',
    record: undefined,
    parts: { data: '{}', query: '{}', headers: '{}' },
  });
  const $result = atom<Tried | undefined>(undefined);
  const $isBusy = atom(false);
  const $isSigningIn = atom(false);
  const $errors = map<Partial<Record<RequestPart | 'password' | 'user', string>>>({});
  /** In memory only. */
  const $token = atom<string | undefined>(undefined);
  const latest = createLatest();

  const byId = (id: string): Collection | undefined => $collectionList.get().find((one) => one.id === id);
  const $collection = computed([$values, $collectionList], ({ collectionId }) => byId(collectionId));
  const $rule = computed([$values, $collection], ({ operation, typed }, collection) => {
    if (operation === 'typed') return typed;
    return collection && ruleOf(collection, operation);
  });
  /** The parts of the request to ask for. */
  const $parts = computed([$values, $rule], ({ operation }, rule): readonly RequestPart[] => {
    const paths = rule ? pathsOf(rule) : [];
    return (Object.keys(REQUEST_PARTS) as RequestPart[]).filter((part) => {
      // Browsers send no data to list or view.
      if (part === 'data' && (operation === 'listRule' || operation === 'viewRule')) return false;
      return (
        paths.some((path) => path.startsWith(`@request.${part}.`)) ||
        (part === 'data' && (operation === 'createRule' || operation === 'updateRule'))
      );
    });
  });

  const set = (change: Partial<TryValues>): void => {
    latest.abort();
    const before = $values.get();
    const next = { ...before, ...change };
    if (next.authId !== before.authId) $values.set({ ...next, user: undefined });
    else if (next.collectionId !== before.collectionId) {
      const collection = byId(next.collectionId);
      const isKept =
        next.operation === 'typed' || (collection && rulesOf(collection.type).includes(next.operation));
      $values.set({ ...next, record: undefined, operation: isKept ? next.operation : 'listRule' });
    } else $values.set(next);
    if ($values.get().user?.id !== before.user?.id) $token.set(undefined);
    $result.set(undefined);
    $errors.set({});
  };

  const subjectOf = ({ authId, user }: TryValues) => {
    const collection = byId(authId);
    return collection && user && { collection, record: user };
  };

  /** Reads the typed parts; undefined if one is not an object. */
  function readParts(): Record<RequestPart, JsonObject> | undefined {
    const { parts } = $values.get();
    const shown = $parts.get();
    const read = (part: RequestPart): JsonObject | undefined => {
      if (!shown.includes(part)) return {};
      const value = parseJson(parts[part].trim() || '{}');
      return isObject(value) ? value : undefined;
    };
    const [data, query, headers] = [read('data'), read('query'), read('headers')];
    const isSendable = headers && areHeaders(headers);
    if (data && query && isSendable) return { data, query, headers };
    const problem = 'Enter a JSON object, such as {"title": "New"}.';
    $errors.set({
      ...(!data && { data: problem }),
      ...(!query && { query: problem }),
      ...(!headers && { headers: problem }),
      ...(headers && !isSendable && { headers: 'No request can have these headers.' }),
    });
    return undefined;
  }

  async function run(): Promise<void> {
    const values = $values.get();
    const [collection, rule] = [$collection.get(), $rule.get()];
    if (!collection || rule === undefined || $isBusy.get()) return;
    const subject = subjectOf(values);
    if (values.authId && !subject) {
      $errors.set({ user: 'Choose a record.' });
      return;
    }
    const token = subject && $token.get();
    // With an expired token, requests are a guest's.
    if (token && (parseToken(token)?.exp ?? 0) * 1000 <= Date.now()) {
      $token.set(undefined);
      $errors.set({ password: 'The token has expired. Sign in again.' });
      return;
    }
    const parts = readParts();
    if (!parts) return;
    const operation = values.operation === 'typed' ? 'viewRule' : values.operation;
    const signal = latest.begin();
    $isBusy.set(true);
    try {
      // The picker may have cut long values.
      const read = async (from: Collection, id: string) => (await getRecord(from.id, id, { signal })).record;
      const sender = subject && { ...subject, record: await read(subject.collection, subject.record.id) };
      const record = values.record && (await read(collection, values.record.id));
      const request = { subject: sender, collection, operation, data: parts.data };
      const found = await tryRule(
        {
          request: { ...request, query: texts(parts.query), headers: headersIn(parts.headers) },
          ...{ rule, isStored: values.operation !== 'typed', record },
          ...{ token, collections: $collectionList.get() },
        },
        signal,
      );
      if (!latest.isReplaced(signal) && !signal.aborted) $result.set(found);
    } catch (error) {
      report(error);
    }
    $isBusy.set(false);
  }

  async function signIn(password: string): Promise<void> {
    const subject = subjectOf($values.get());
    if (!subject || $isSigningIn.get()) return;
    const { collection, record } = subject;
    $isSigningIn.set(true);
    try {
      const token = await signInUser(collection.id, identityOf(collection, record), password);
      // Another one may have been chosen meanwhile.
      if ($values.get().user?.id === record.id) $token.set(token);
      $errors.set({});
      $result.set(undefined);
    } catch (thrown) {
      const error = report(thrown, { toast: false, keepsSession: true });
      if (!error.isAbort) $errors.set({ password: error.message });
    }
    $isSigningIn.set(false);
  }

  const stopGuard = guardUnsaved({
    question: () => ($isBusy.get() && $copies.get().length ? QUESTION : undefined),
    discard: () => undefined,
  });

  return {
    $values,
    /** Changes what is asked for, which removes the result. */
    set,
    $collection,
    /** The rule that decides. */
    $rule,
    $parts,
    $errors,
    /** What was found out about that rule; undefined also after somebody else has changed it. */
    $result: computed([$result, $rule], (tried, rule) => (tried?.rule === rule ? tried : undefined)),
    $isBusy,
    run,
    authCollections: (): readonly Collection[] => $collectionList.get().filter(({ type }) => type === 'auth'),
    /** What may be tried in the chosen collection. */
    $operations: computed($collection, (collection) =>
      collection ? rulesOf(collection.type).map((name) => ({ name, label: OPERATIONS[name].label })) : [],
    ),
    $hasToken: computed($token, (token) => token !== undefined),
    $isSigningIn,
    /** Signs in as the chosen user; requests then have that user's own token until the panel is closed. */
    signIn,
    stop: stopAll(stopGuard, latest.abort, () => $token.set(undefined)),
  };
}

export type Try = ReturnType<typeof createTry>;
