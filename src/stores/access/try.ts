import { tellsNewId } from '#domain/access/copy.ts';
import type { TriedRequest } from '#domain/access/request.ts';
import { CannotTry } from '#domain/access/request-path.ts';
import { ApiError, refusalReason } from '#domain/app/api-error.ts';
import type { Collection, Rule } from '#domain/collections/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { createEvaluation, type Found, problemOf } from './evaluate.ts';
import { createSender, noCopyReason, type OneAnswer, onOwnCopy } from './send.ts';

/** What is tried. */
export interface Attempt {
  readonly request: TriedRequest;
  /** The rule that decides. */
  readonly rule: Rule;
  /** Whether the rule is that of the collection, so that a request can prove it. */
  readonly isStored: boolean;
  /** The record in question; a new one is created like it. */
  readonly record: RecordData | undefined;
  /** Of the user who has signed in; undefined without, and for a guest. */
  readonly token: string | undefined;
  readonly collections: readonly Collection[];
}

/** What a rule lets through. */
export interface Tried {
  readonly rule: Rule;
  /** Why it can't be tried, in a sentence. */
  readonly problem?: string | undefined;
  /** The records that it lets through; undefined for new ones. */
  readonly found?: Found & { readonly how: OneAnswer['how'] };
  /** The record in question, or a new one. */
  readonly one?: OneAnswer & { readonly unmet: readonly string[] };
}

const NOBODY: Found = { count: 0, first: [] };

/** Tries a rule by requests of the user where that is possible, else with the user's values filled in. Throws ApiError. */
export async function tryRule(attempt: Attempt, signal: AbortSignal): Promise<Tried> {
  const { request, rule, isStored, record, token, collections } = attempt;
  const { collection, operation, subject } = request;
  const isCreate = operation === 'createRule';
  if (rule === null) {
    const one: Tried['one'] = { isAllowed: false, how: 'filled', unmet: [] };
    return { rule, found: { ...NOBODY, how: 'filled' }, ...((record || isCreate) && { one }) };
  }
  // A list is asked for by parameters of Atoll's own, which such a rule would see.
  const seesList =
    operation === 'listRule' &&
    ['perPage', 'sort', 'filter'].some(
      (name) => !(name in request.query) && rule.includes(`@request.query.${name}`),
    );
  const canSend = isStored && operation !== 'manageRule' && !seesList && (!subject || token !== undefined);
  const sender = createSender(request, token, signal);
  const evaluation = createEvaluation(request, collections, signal);

  /** The rule on a copy that an administrator creates, because a new record is not there yet. */
  const createFilled = () =>
    onOwnCopy(collection, record, request.data, async (body) => {
      const filled = createEvaluation({ ...request, data: body }, collections, signal);
      return {
        isAllowed: await filled.isMet(rule, body.id),
        unmet: rule ? await filled.unmet(rule, body.id) : [],
      };
    });

  const filledOne = async (one: RecordData, note?: string): Promise<OneAnswer> => ({
    ...{ isAllowed: await evaluation.isMet(rule, one.id), how: 'filled', note },
  });

  const writeOne = async (one: RecordData): Promise<OneAnswer> => {
    const reason = noCopyReason(request, one, rule);
    if (reason !== undefined) return filledOne(one, `Not tried on a copy. ${reason}`);
    try {
      return await sender.write(one);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return filledOne(one, `No copy could be made. ${refusalReason(error)}`);
    }
  };

  const tryOne = (one: RecordData): Promise<OneAnswer> => {
    if (!canSend) return filledOne(one);
    if (operation === 'listRule') return sender.list(one);
    return operation === 'viewRule' ? sender.view(one) : writeOne(one);
  };

  const tryCreate = async (): Promise<NonNullable<Tried['one']>> => {
    if (tellsNewId(rule)) throw new CannotTry('A new record needs a known id to be deleted again.');
    const sent = canSend ? await sender.create(record) : undefined;
    if (sent && sent.isAllowed !== false) return { ...sent, unmet: [] };
    try {
      const filled = await createFilled();
      return sent
        ? { ...sent, unmet: filled.unmet }
        : { ...filled, how: 'filled', note: 'An administrator has made a copy to try it on.' };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return { ...(sent ?? { isAllowed: undefined, how: 'filled', note: refusalReason(error) }), unmet: [] };
    }
  };

  try {
    if (isCreate) return { rule, one: await tryCreate() };
    const isListed = canSend && operation === 'listRule';
    const found = isListed ? await sender.find() : await evaluation.find(rule);
    const one = record && (await tryOne(record));
    const unmet = record && one?.isAllowed === false && rule ? await evaluation.unmet(rule, record.id) : [];
    return {
      rule,
      found: { ...found, how: isListed ? 'sent' : 'filled' },
      ...(one && { one: { ...one, unmet } }),
    };
  } catch (error) {
    return { rule, problem: problemOf(error) };
  }
}
