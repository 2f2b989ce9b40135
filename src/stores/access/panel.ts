import { atom, computed, map } from 'nanostores';
import { signInUser } from '#api/access/as-user.ts';
import { loadSettings } from '#api/app/settings.ts';
import { exampleBody } from '#domain/access/example-body.ts';
import { expandPaths } from '#domain/access/expands.ts';
import { isObject, type JsonObject, parseJson, text } from '#domain/app/lenient.ts';
import { parseToken } from '#domain/auth/token.ts';
import type { Collection, Rule } from '#domain/backend/collection.ts';
import { namesIn } from '#domain/model/filter/walk.ts';
import type { RecordData } from '#domain/records/record.ts';
import { APPLICATION_FIELDS } from '#domain/settings/application.ts';
import { can } from '#stores/app/capabilities.ts';
import { report } from '#stores/app/report.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { readSettings } from '#wire/setting-values.ts';
import {
  judgeWrite,
  type Tried,
  type TryOperation,
  tokenFor,
  tryChange,
  tryFiles,
  tryRule,
  type Who,
} from './try-rule.ts';

export type { Tried, TryOperation };

/** Parts of a request that rules may mention, and the values of a change, as JSON texts. */
export const REQUEST_PARTS = { query: 'Query parameters', headers: 'Headers', body: 'Values' } as const;
export type RequestPart = keyof typeof REQUEST_PARTS;

/** Who asks: a guest, or a user once one is chosen. */
export interface Identity {
  /** Id of an auth collection; empty for a guest. */
  readonly authId: string;
  readonly user: RecordData | undefined;
}

const GUEST: Identity = { authId: '', user: undefined };
/** Side by side. */
export const MOST_IDENTITIES = 3;

export interface TryValues {
  /** At least one. */
  readonly who: readonly Identity[];
  readonly collectionId: string;
  readonly operation: TryOperation;
  /** The record to view or to change, or to look for in the list. */
  readonly record: RecordData | undefined;
  readonly parts: Readonly<Record<RequestPart, string>>;
  /** Paths of relations that come with what is read. */
  readonly expand: readonly string[];
}

/**
 * Whether a change can be tried: in a batch that fails at its end. It is `none` where a backend has no batches, and `off`
 * where its settings allow none, or none of two changes.
 */
export type Batches = 'none' | 'off' | 'on';

const readBatches = async (signal: AbortSignal): Promise<Batches> => {
  const settings = readSettings(APPLICATION_FIELDS, await loadSettings({ signal }));
  if (settings['batch.isEnabled'] === undefined) return 'none';
  return settings['batch.isEnabled'] && (settings['batch.maxRequests'] ?? 0) >= 2 ? 'on' : 'off';
};

const NO_OBJECT = 'Enter a JSON object, such as {"title": "New"}.';

/** Reads a typed part of a request; a text says why it can't be sent. */
function readPart(part: RequestPart, typed: string): JsonObject | string {
  const value = parseJson(typed.trim() || '{}');
  if (!isObject(value)) return NO_OBJECT;
  if (part === 'body') return value;
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

export const isWrite = (operation: TryOperation): operation is Writing =>
  operation === 'createRule' || operation === 'updateRule' || operation === 'deleteRule';
type Writing = 'createRule' | 'updateRule' | 'deleteRule';

/** What can be tried of a collection. */
export function operationsOf(collection: Collection | undefined): readonly TryOperation[] {
  const hasFiles = collection?.fields.some((field) => field.type === 'file');
  const hasWrites = collection && collection.type !== 'view';
  return [
    ...(['listRule', 'viewRule'] as const),
    ...(hasFiles ? (['files'] as const) : []),
    ...(hasWrites ? (['createRule', 'updateRule', 'deleteRule'] as const) : []),
  ];
}

const hasBody = (operation: TryOperation): boolean =>
  operation === 'createRule' || operation === 'updateRule';

/** What the values of a change are at first. */
const firstBody = (operation: TryOperation, collection: Collection | undefined): string =>
  operation === 'createRule' && collection ? exampleBody(collection) : '{}';

type Texts = Readonly<Record<string, string>>;
type Errors = Partial<Record<RequestPart | 'record' | `user${number}` | `password${number}`, string>>;

/** Signs in as users, whose tokens are in memory only, by the ids of the users. */
function createSignIns(
  $errors: { set: (errors: Errors) => void },
  whoAt: (at: number) => Identity | undefined,
) {
  const $tokens = atom<ReadonlyMap<string, string>>(new Map());
  const $isBusy = atom(false);
  const byId = (id: string) => $collectionList.get().find((one) => one.id === id);
  return {
    $tokens,
    $isBusy,
    keep: (ids: readonly (string | undefined)[]): void =>
      $tokens.set(new Map([...$tokens.get()].filter(([id]) => ids.includes(id)))),
    /** Why a user has no token. With an expired one, requests are a guest's. */
    problem(id: string): string {
      const token = $tokens.get().get(id);
      if (token === undefined) return 'Sign in as this user first.';
      if ((parseToken(token)?.exp ?? 0) * 1000 > Date.now()) return '';
      $tokens.set(new Map([...$tokens.get()].filter(([other]) => other !== id)));
      return 'The token has expired. Sign in again.';
    },
    /** Whether anything has come of it. */
    async signIn(at: number, password: string): Promise<boolean> {
      const { authId = '', user } = whoAt(at) ?? {};
      const collection = byId(authId);
      if (!collection || !user || $isBusy.get()) return false;
      $isBusy.set(true);
      let isDone = false;
      try {
        const token = await signInUser(collection.id, identityOf(collection, user), password);
        // Another one may have been chosen meanwhile.
        if (whoAt(at)?.user?.id === user.id) $tokens.set(new Map($tokens.get()).set(user.id, token));
        $errors.set({});
        isDone = true;
      } catch (thrown) {
        const error = report(thrown, { toast: false, keepsSession: true });
        if (!error.isAbort) $errors.set({ [`password${at}`]: error.message });
      }
      $isBusy.set(false);
      return isDone;
    },
  };
}

/** A question as it is sent for each identity. */
interface Question extends Omit<TryValues, 'who' | 'parts' | 'collectionId'> {
  readonly collection: Collection;
  readonly rule: Rule;
  readonly parts: Readonly<Record<RequestPart, JsonObject>>;
  readonly batches: Batches | undefined;
}

/** @param own the token with which a user has signed in */
async function ask(
  { collection, operation, record, rule, parts, batches, expand }: Question,
  who: Who,
  own: string | undefined,
  signal: AbortSignal,
): Promise<Tried> {
  if (rule === null && operation !== 'files') return { rule };
  const asked = { collection, record, expand, rule: rule ?? '', body: parts.body };
  if (isWrite(operation) && batches !== 'on') return judgeWrite({ ...asked, operation }, who, signal);
  // One that is given for a try is not kept.
  const { token, ...said } = who && can().impersonates ? await tokenFor(who, signal) : { token: own };
  const [query, headers] = [parts.query, parts.headers] as [Texts, Texts];
  const tries = isWrite(operation) ? tryChange : operation === 'files' ? tryFiles : tryRule;
  return { ...(await tries({ ...asked, operation, token, query, headers }, signal)), ...said };
}

/** Creates the panel that tries rules as guests and users, side by side; `stop` forgets the tokens of the users. */
export function createTry() {
  const byId = (id: string): Collection | undefined => $collectionList.get().find((one) => one.id === id);
  const $values = map<TryValues>({
    who: [GUEST],
    collectionId: $collectionList.get()[0]?.id ?? '',
    operation: 'listRule',
    record: undefined,
    parts: { query: '{}', headers: '{}', body: '{}' },
    expand: [],
  });
  const $results = atom<readonly Tried[] | undefined>(undefined);
  const $isBusy = atom(false);
  const $errors = map<Errors>({});
  const signIns = createSignIns($errors, (at) => $values.get().who[at]);
  const latest = createLatest();
  const batches = createLoader<Batches>({ request: readBatches, keepsValue: true });
  const { impersonates } = can();

  const $collection = computed([$values, $collectionList], ({ collectionId }) => byId(collectionId));
  const $rule = computed(
    [$values, $collection],
    ({ operation }, collection) => collection?.[operation === 'files' ? 'viewRule' : operation],
  );
  const $batches = computed(batches.$load, (load) => (load.state === 'ready' ? load.value : undefined));
  const pathsOf = (collection: Collection | undefined) =>
    collection ? expandPaths(collection, $collectionList.get()) : [];
  /** All rules that decide about what is asked for. */
  const rules = ({ operation, expand }: TryValues, rule: Rule | undefined): readonly (Rule | undefined)[] => {
    const collection = $collection.get();
    const expanded = pathsOf(collection).filter(({ path }) => expand.includes(path));
    return [
      rule,
      ...(isWrite(operation) ? [collection?.manageRule] : []),
      ...expanded.map((one) => one.collection.viewRule),
    ];
  };
  const $parts = computed([$values, $rule, $batches], (values, rule, known): readonly RequestPart[] => {
    const { operation } = values;
    const paths = rules(values, rule).flatMap((one) => [...namesIn(one ?? '')]);
    const isRead = (part: string) => paths.some((path) => path.startsWith(`@request.${part}.`));
    const isSent = !isWrite(operation) || known === 'on';
    const read = (['query', 'headers'] as const).filter((part) => isSent && isRead(part));
    return known === 'on' && hasBody(operation) ? [...read, 'body'] : read;
  });

  const set = (change: Partial<TryValues>): void => {
    const before = $values.get();
    const wanted = { ...before, ...change };
    const isOffered = operationsOf(byId(wanted.collectionId)).includes(wanted.operation);
    const next: TryValues = isOffered ? wanted : { ...wanted, operation: 'listRule' };
    const isOther = next.collectionId !== before.collectionId;
    const isUntouched =
      !change.parts && before.parts.body === firstBody(before.operation, byId(before.collectionId));
    const body = isUntouched ? firstBody(next.operation, byId(next.collectionId)) : next.parts.body;
    $values.set({
      ...next,
      parts: { ...next.parts, body },
      ...(isOther && { record: undefined, expand: [] }),
    });
    latest.abort();
    signIns.keep($values.get().who.map(({ user }) => user?.id));
    $results.set(undefined);
    $errors.set({});
    if (isWrite(next.operation) && !isWrite(before.operation)) void batches.load();
  };

  const setWho = (at: number, change: Partial<Identity>): void => {
    const changed = (one: Identity): Identity => {
      const next = { ...one, ...change };
      return next.authId === one.authId ? next : { ...next, user: change.user };
    };
    set({ who: $values.get().who.map((one, place) => (place === at ? changed(one) : one)) });
  };

  function missing({ who, operation, record }: TryValues): Errors {
    const errors: Errors = {};
    const needsTokens = !impersonates && (!isWrite(operation) || $batches.get() === 'on');
    for (const [at, { authId, user }] of who.entries()) {
      if (authId && !user) errors[`user${at}`] = 'Choose a record.';
      const problem = user && needsTokens && signIns.problem(user.id);
      if (problem) errors[`password${at}`] = problem;
    }
    const isOfOne = operation !== 'listRule' && operation !== 'createRule';
    const isOpen = operation === 'files' || $rule.get() !== null;
    if (isOfOne && !record && isOpen) errors.record = 'Choose a record.';
    return errors;
  }

  async function run(): Promise<void> {
    const [collection, rule] = [$collection.get(), $rule.get()];
    if (!collection || rule === undefined || $isBusy.get()) return;
    const signal = latest.begin();
    $isBusy.set(true);
    try {
      const values = $values.get();
      if (isWrite(values.operation)) await batches.ended();
      $errors.set(missing(values));
      const parts: Record<RequestPart, JsonObject> = { query: {}, headers: {}, body: {} };
      for (const part of $parts.get()) {
        const read = readPart(part, values.parts[part]);
        if (typeof read === 'string') $errors.setKey(part, read);
        else parts[part] = read;
      }
      if (!Object.keys($errors.get()).length && !signal.aborted) {
        const question = { ...values, collection, rule, parts, batches: $batches.get() };
        const tried: Tried[] = [];
        // One after the other: a backend may allow few requests a second.
        for (const { authId, user } of values.who) {
          const auth = byId(authId);
          const token = user && signIns.$tokens.get().get(user.id);
          tried.push(await ask(question, auth && user && { auth, user }, token, signal));
        }
        if (!signal.aborted) $results.set(tried);
        // Batches may be off by now.
        if (isWrite(values.operation) && tried.some(({ problem }) => problem)) void batches.load();
      }
    } catch (error) {
      report(error);
    }
    $isBusy.set(false);
  }

  return {
    $values,
    /** Changes what is asked for, which removes the results. */
    set,
    /** Changes who asks. @param at the position among those side by side */
    setWho,
    /** Compares with a guest, or with a user who is then to be chosen. */
    addWho: (authId = ''): void => set({ who: [...$values.get().who, { ...GUEST, authId }] }),
    removeWho: (at: number): void => set({ who: $values.get().who.toSpliced(at, 1) }),
    $collection,
    $rule,
    $parts,
    $batches,
    $errors,
    /** By what the chosen collection can be expanded. */
    expandPaths: () => pathsOf($collection.get()),
    /** What was found out about that rule, for each identity; undefined also after somebody else has changed it. */
    $results: computed([$results, $rule], (tried, rule) =>
      tried?.every((one) => one.rule === (rule ?? null)) ? tried : undefined,
    ),
    $isBusy,
    run,
    /** Without that of administrators, whom no rule refuses. */
    authCollections: (): readonly Collection[] =>
      $collectionList.get().filter(({ type, name }) => type === 'auth' && name !== can().administrators),
    /** Whether the backend gives a token of a user; else one must sign in as that user. */
    impersonates,
    /** Tokens of the users who are signed in, by their ids. */
    $tokens: signIns.$tokens,
    $isSigningIn: signIns.$isBusy,
    /** Signs in as a chosen user; requests then have that user's own token until the panel is closed. */
    signIn: async (at: number, password: string): Promise<void> => {
      if (await signIns.signIn(at, password)) $results.set(undefined);
    },
    stop: stopAll(latest.abort, batches.abort, () => signIns.keep([])),
  };
}

export type Try = ReturnType<typeof createTry>;
