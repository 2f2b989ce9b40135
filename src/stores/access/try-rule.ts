import {
  changeAs,
  fileTokenAs,
  impersonate,
  loadsFile,
  type Sender,
  sendAs,
  type TriedChange,
} from '#api/access/as-user.ts';
import { listRecords } from '#api/records/list.ts';
import { getRecord } from '#api/records/record.ts';
import { compareExpands, type Expanded } from '#domain/access/expands.ts';
import type { Subject } from '#domain/access/fill-rule.ts';
import { type JsonObject, list } from '#domain/app/lenient.ts';
import type { Collection, CollectionRule, Rule } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import type { RuleName } from '#domain/collections/rules.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { hasId } from '#domain/model/filter/print.ts';
import { namesIn } from '#domain/model/filter/walk.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { can } from '#stores/app/capabilities.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { secondFactorOf } from '#wire/accounts.ts';
import { dialect } from '#wire/dialect.ts';
import { deleteRecordRequest, newestFirst, saveRecordRequest } from '#wire/records.ts';
import { type Counted, countRule } from './count-rule.ts';

export interface TriedFile {
  readonly name: string;
  /** Everyone who has the link of any other file can load it. */
  readonly isProtected: boolean;
  readonly isLoaded: boolean;
}

export interface Tried {
  readonly rule: Rule;
  /** Why the backend refused the request as a whole, in a sentence. */
  readonly problem?: string | undefined;
  readonly found?: { readonly count: number; readonly first: readonly RecordData[] };
  /** Whether the record, or the change, is let through, with what the backend said. */
  readonly one?: {
    readonly isAllowed: boolean;
    /** Of a change that is not: whether its rule or something after it refused it, as far as the backend says. */
    readonly by?: Extract<TriedChange, { isAllowed: false }>['by'] | undefined;
    readonly note?: string | undefined;
  };
  readonly expands?: readonly Expanded[] | undefined;
  readonly files?: readonly TriedFile[];
  /** Why the user could not sign in in the first place, or not at once, in a sentence. */
  readonly signIn?: string;
  /** Names of fields that the answer leaves out of a record, where a backend hides some. */
  readonly leftOut?: readonly string[];
  /** Nothing was sent: it is what Atoll makes of the rule. */
  readonly isEstimate?: boolean;
}

const SHOWN_RECORDS = 10;
/** Of one record. */
const SHOWN_FILES = 20;
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

/** To load the files of a record, where the view rule decides, is tried like what has a rule of its own. */
export type TryOperation = CollectionRule | 'files';

export interface Attempt extends Sender {
  readonly collection: Collection;
  readonly operation: TryOperation;
  readonly record: RecordData | undefined;
  readonly rule: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The values of a change. */
  readonly body: JsonObject;
  /** Paths of relations. */
  readonly expand: readonly string[];
}

/** What the same records come with for an administrator, beside what came with them. */
async function expandsOf(
  { collection, expand }: Attempt,
  own: readonly RecordData[],
  signal: AbortSignal,
): Promise<Pick<Tried, 'expands'>> {
  if (!expand.length || !own.length) return {};
  const filter = own.map(({ id }) => hasId(id)).join('||');
  const query = { collection: collection.id, page: 1, perPage: own.length, sort: '', fields: '' };
  const { items } = await listRecords({ ...query, filter, expand: expand.join(',') }, { signal });
  return { expands: compareExpands(expand, own, items) };
}

/** Reads records as a guest, or as the user whose token it is. Throws ApiError if there is no answer. */
export async function tryRule(attempt: Attempt, signal: AbortSignal): Promise<Tried> {
  const { collection, rule, operation, record, query, token, headers } = attempt;
  const paths = namesIn(rule);
  const isRead = (name: string) => paths.some((path) => path.startsWith(`@request.query.${name}`));
  const send = (id: string | undefined, own: Readonly<Record<string, string | number>> = {}) => {
    // A rule may read the parameters that Atoll adds.
    const added = Object.entries(own).filter(([name]) => !isRead(name));
    const parameters = { ...Object.fromEntries(added), ...query };
    return sendAs({ token, headers, collection: collection.id, id, query: parameters }, { signal });
  };
  const expand: Readonly<Record<string, string>> = attempt.expand.length
    ? { expand: attempt.expand.join(',') }
    : {};
  if (operation === 'viewRule') {
    const answer = await send(record?.id ?? '', expand);
    if (answer.status === 429) return { rule, problem: answer.message };
    const isAllowed = answer.status === 200;
    if (!isAllowed) return { rule, one: { isAllowed, note: answer.message } };
    const seen = [parseRecord(answer.data)];
    return {
      ...{ rule, one: { isAllowed } },
      ...leftOut(collection, seen),
      ...(await expandsOf(attempt, seen, signal)),
    };
  }
  const all = await send(undefined, { perPage: SHOWN_RECORDS, sort: newestFirst(collection), ...expand });
  // Who may list nothing gets an empty list: a refusal is about the request.
  if (all.status !== 200) return { rule, problem: all.message };
  const first = list(all.data['items'], parseRecord);
  const found = { count: Number(all.data['totalItems']), first };
  const said = {
    ...{ rule, found },
    ...leftOut(collection, first),
    ...(await expandsOf(attempt, first, signal)),
  };
  if (!record) return said;
  if (isRead('filter'))
    return { ...said, problem: 'The rule reads the filter by which the record would be looked for.' };
  const own = await send(undefined, { filter: hasId(record.id) });
  if (own.status !== 200) return { ...said, problem: own.message };
  return { ...said, one: { isAllowed: Number(own.data['totalItems']) > 0 } };
}

/** Loads the files of a record as a guest, or as the user whose token it is. Throws ApiError if there is no answer. */
export async function tryFiles(
  { collection, record, token, headers, query }: Omit<Attempt, 'rule'>,
  signal: AbortSignal,
): Promise<Tried> {
  const rule = collection.viewRule;
  if (!record) return { rule };
  // The picker may have an older one.
  const { record: stored } = await getRecord(collection.id, record.id, { signal });
  const all = collection.fields.flatMap((field) =>
    field.type === 'file'
      ? valuesOf(stored[field.name]).map((name) => ({ name, isProtected: field.isProtected }))
      : [],
  );
  const isAnyProtected = all.some(({ isProtected }) => isProtected);
  const given = token && isAnyProtected ? await fileTokenAs({ token, headers }, { signal }) : undefined;
  const files: TriedFile[] = [];
  for (const { name, isProtected } of all.slice(0, SHOWN_FILES)) {
    const file = { collection: collection.id, record: record.id, name, query, headers };
    const isLoaded = await loadsFile({ ...file, token: isProtected ? given : undefined }, { signal });
    files.push({ name, isProtected, isLoaded });
  }
  const problem = all.length ? undefined : 'This record has no files.';
  return { rule, files, ...(problem && { problem }) };
}

const MAY_BE_STORED =
  'The backend did not take the change back: one of its hooks may hide the failure at the end. Look whether it is stored.';

/** Whether a batch would be another request than the rule asks for. */
const readsContext = (rule: string): boolean => namesIn(rule).includes('@request.context');

/**
 * Sends a change as a guest, or as the user whose token it is, so that nothing of it is stored. Throws ApiError if there is
 * no answer.
 */
export async function tryChange(attempt: Attempt, signal: AbortSignal): Promise<Tried> {
  const { collection, rule, operation, record, body, query, token, headers } = attempt;
  if (readsContext(rule))
    return { rule, problem: 'The rule reads @request.context, which is not the same in a batch.' };
  const id = operation === 'createRule' ? undefined : (record?.id ?? '');
  const change =
    operation === 'deleteRule'
      ? deleteRecordRequest(collection.id, id ?? '')
      : saveRecordRequest(collection.id, id, body);
  const tried = await changeAs(
    { token, headers },
    { ...change, query, isCreated: id === undefined },
    { signal },
  );
  if ('mayBeStored' in tried) return { rule, problem: MAY_BE_STORED };
  if (tried.isAllowed === undefined) return { rule, problem: tried.message };
  if (tried.isAllowed) return { rule, one: { isAllowed: true } };
  return { rule, one: { isAllowed: false, by: tried.by, note: tried.message } };
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

/** A user; undefined is a guest. */
export type Who = { readonly auth: Collection; readonly user: RecordData } | undefined;

/** What Atoll makes of a rule for changes, of a stored record, where no try can be taken back. Throws ApiError. */
export async function judgeWrite(
  {
    collection,
    operation,
    record,
    rule,
  }: Pick<Attempt, 'collection' | 'record' | 'rule'> & {
    readonly operation: CollectionRule;
  },
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

/** Why an account can't sign in at all, or not at once, as far as its collection has rules for that. Throws ApiError. */
async function signInProblem({ auth, user }: NonNullable<Who>, signal: AbortSignal): Promise<string> {
  const { authRule } = auth;
  if (authRule === undefined) return '';
  if (authRule === null) return `Nobody can sign in to ${auth.name}: its authentication rule is locked.`;
  // Nobody is signed in yet when the backend asks.
  const request = estimated(auth, 'viewRule', undefined);
  const [letIn, asked] = await Promise.all(
    [authRule, secondFactorOf(auth) ?? null].map((rule) => countRule(rule, request, signal, hasId(user.id))),
  );
  if (letIn === 0) return `This account can’t sign in: it does not match the rule ${authRule}`;
  return asked === 1 ? 'To sign in, this account needs a second factor. The token of this try did not.' : '';
}

/** A token of a user for one try. Throws ApiError. */
export const tokenOf = ({ auth, user }: NonNullable<Who>, signal: AbortSignal): Promise<string> =>
  impersonate(auth.id, user.id, TOKEN_TIME, { signal });

/** A token of a user for one try, and what speaks against the sign-in by which others get one. Throws ApiError. */
export async function tokenFor(
  who: NonNullable<Who>,
  signal: AbortSignal,
): Promise<{ readonly token: string } & Pick<Tried, 'signIn'>> {
  const [token, signIn] = await Promise.all([tokenOf(who, signal), signInProblem(who, signal)]);
  return { token, ...(signIn && { signIn }) };
}
