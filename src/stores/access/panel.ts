import { atom, computed, map } from 'nanostores';
import { signInUser } from '#api/access/as-user.ts';
import { type JsonObject, text } from '#domain/app/lenient.ts';
import { parseToken } from '#domain/auth/token.ts';
import type { Collection, Rule } from '#domain/backend/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { can } from '#stores/app/capabilities.ts';
import { report } from '#stores/app/report.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import {
  type Batches,
  collectionOf,
  createQuestion,
  type Identity,
  isWrite,
  type RequestPart,
  readPart,
  type TryValues,
} from './question.ts';
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

/** What a user signs in with: the backend takes an email for an email, also where only usernames are allowed. */
function identityOf({ auth }: Collection, record: RecordData): string {
  const [email, username] = [text(record['email']), text(record['username'])];
  return (auth?.identityFields.includes('email') && email) || username || email;
}

type Texts = Readonly<Record<string, string>>;
type Errors = Partial<Record<RequestPart | 'record' | `user${number}` | `password${number}`, string>>;

/** Signs in as users, whose tokens are in memory only, by the ids of the users. */
function createSignIns(
  $errors: { set: (errors: Errors) => void },
  whoAt: (at: number) => Identity | undefined,
) {
  const $tokens = atom<ReadonlyMap<string, string>>(new Map());
  const $isBusy = atom(false);
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
      const collection = collectionOf(authId);
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
  const $results = atom<readonly Tried[] | undefined>(undefined);
  const $isBusy = atom(false);
  const $errors = map<Errors>({});
  const latest = createLatest();
  const { impersonates } = can();
  const { batches, ...question } = createQuestion(() => {
    latest.abort();
    signIns.keep($values.get().who.map(({ user }) => user?.id));
    $results.set(undefined);
    $errors.set({});
  });
  const { $values, $collection, $rule, $parts, $batches } = question;
  const signIns = createSignIns($errors, (at) => $values.get().who[at]);

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
      signal.throwIfAborted();
      $errors.set(missing(values));
      const parts: Record<RequestPart, JsonObject> = { query: {}, headers: {}, body: {} };
      for (const part of $parts.get()) {
        const read = readPart(part, values.parts[part]);
        if (typeof read === 'string') $errors.setKey(part, read);
        else parts[part] = read;
      }
      if (!Object.keys($errors.get()).length) {
        const asked = { ...values, collection, rule, parts, batches: $batches.get() };
        const tried: Tried[] = [];
        // One after the other: a backend may allow few requests a second.
        for (const { authId, user } of values.who) {
          const auth = collectionOf(authId);
          const token = user && signIns.$tokens.get().get(user.id);
          tried.push(await ask(asked, auth && user && { auth, user }, token, signal));
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
    /** A change of it removes the results. */
    ...question,
    $errors,
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
