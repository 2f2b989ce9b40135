import { impersonate, sendAs } from '#api/access/as-user.ts';
import { getRecord } from '#api/records/record.ts';
import type { Subject } from '#domain/access/fill-rule.ts';
import { list } from '#domain/app/lenient.ts';
import type { Collection, CollectionRule, Rule } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import type { RuleName } from '#domain/collections/rules.ts';
import { hasId } from '#domain/model/filter/print.ts';
import { namesIn } from '#domain/model/filter/walk.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { can } from '#stores/app/capabilities.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { dialect } from '#wire/dialect.ts';
import { newestFirst } from '#wire/records.ts';
import { type Counted, countRule } from './count-rule.ts';

export interface Tried {
  readonly rule: Rule;
  /** Why the backend refused the request as a whole, in a sentence. */
  readonly problem?: string | undefined;
  readonly found?: { readonly count: number; readonly first: readonly RecordData[] };
  /** Whether the record is let through, with what the backend said. */
  readonly one?: { readonly isAllowed: boolean; readonly note?: string | undefined };
  /** Why the user could not sign in in the first place, in a sentence. */
  readonly signIn?: string;
  /** Names of fields that the answer leaves out of a record, where a backend hides some. */
  readonly leftOut?: readonly string[];
  /** Nothing was sent: it is what Atoll makes of the rule. */
  readonly isEstimate?: boolean;
}

const SHOWN_RECORDS = 10;
/** Of a token that the backend gives for a try, in seconds. */
const TOKEN_TIME = 60;

/** What never leaves the backend, whoever asks. */
const isSecret = ({ type, role }: Field): boolean =>
  type === 'password' || role === 'password' || role === 'tokenKey';

/** Where no field can be hidden, nothing is said. */
function leftOut({ fields }: Collection, records: readonly RecordData[]): Pick<Tried, 'leftOut'> {
  if (!can().impersonates || !records.length) return {};
  const missing = fields.filter((field) => !isSecret(field) && records.some((one) => !(field.name in one)));
  return { leftOut: missing.map(({ name }) => name) };
}

export interface Attempt {
  readonly collection: Collection;
  readonly operation: CollectionRule;
  readonly record: RecordData | undefined;
  readonly rule: string;
  readonly token: string | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends the request of a guest, or of the user whose token it is. Throws ApiError if there is no answer. */
export async function tryRule(attempt: Attempt, signal: AbortSignal): Promise<Tried> {
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
    if (!isAllowed) return { rule, one: { isAllowed, note: answer.message } };
    return { rule, one: { isAllowed }, ...leftOut(collection, [parseRecord(answer.data)]) };
  }
  const all = await send(undefined, { perPage: SHOWN_RECORDS, sort: newestFirst(collection) });
  // Who may list nothing gets an empty list: a refusal is about the request.
  if (all.status !== 200) return { rule, problem: all.message };
  const first = list(all.data['items'], parseRecord);
  const found = { count: Number(all.data['totalItems']), first };
  const said = { rule, found, ...leftOut(collection, first) };
  if (!record) return said;
  if (isRead('filter'))
    return { ...said, problem: 'The rule reads the filter by which the record would be looked for.' };
  const own = await send(undefined, { filter: hasId(record.id) });
  if (own.status !== 200) return { ...said, problem: own.message };
  return { ...said, one: { isAllowed: Number(own.data['totalItems']) > 0 } };
}

/** Who is asked for, with all values: the picker may have cut long ones. */
async function subjectOf(auth: Collection, user: RecordData, signal: AbortSignal): Promise<Subject> {
  const { record } = await getRecord(auth.id, user.id, { signal });
  return { collection: auth, record };
}

const estimated = (collection: Collection, operation: RuleName, subject: Subject) => ({
  ...{ subject, collection, operation },
  collections: $collectionList.get(),
  dialect: dialect(),
});

type Who = { readonly auth: Collection; readonly user: RecordData } | undefined;

/** What Atoll makes of a rule for changes, of a stored record: no try may change anything. Throws ApiError. */
export async function judgeWrite(
  { collection, operation, record, rule }: Pick<Attempt, 'collection' | 'operation' | 'record' | 'rule'>,
  who: Who,
  signal: AbortSignal,
): Promise<Tried> {
  const isEstimate = true;
  if (operation === 'createRule' && rule !== '')
    return { rule, isEstimate, problem: 'It depends on the new record.' };
  if (rule === '') return { rule, isEstimate };
  const subject = who && (await subjectOf(who.auth, who.user, signal));
  const among = hasId(record?.id ?? '');
  const count: Counted = await countRule(rule, estimated(collection, operation, subject), signal, among);
  if (typeof count === 'string') return { rule, isEstimate, problem: count };
  return { rule, isEstimate, one: { isAllowed: count > 0 } };
}

/** Why an account can't sign in at all, as far as its collection has a rule for that. Throws ApiError. */
async function signInProblem({ auth, user }: NonNullable<Who>, signal: AbortSignal): Promise<string> {
  const { authRule } = auth;
  if (authRule === undefined || authRule === '') return '';
  if (authRule === null) return `Nobody can sign in to ${auth.name}: its authentication rule is locked.`;
  const subject = await subjectOf(auth, user, signal);
  const count = await countRule(authRule, estimated(auth, 'viewRule', subject), signal, hasId(user.id));
  return count === 0 ? `This account can’t sign in: it does not match the rule ${authRule}` : '';
}

/** A token of a user for one try, and what speaks against the sign-in by which others get one. Throws ApiError. */
export async function tokenFor(
  who: NonNullable<Who>,
  signal: AbortSignal,
): Promise<{ readonly token: string } & Pick<Tried, 'signIn'>> {
  const [token, signIn] = await Promise.all([
    impersonate(who.auth.id, who.user.id, TOKEN_TIME, { signal }),
    signInProblem(who, signal),
  ]);
  return { token, ...(signIn && { signIn }) };
}
