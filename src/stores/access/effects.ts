import { atom } from 'nanostores';
import { countRecords } from '#api/records/list.ts';
import { getRecord } from '#api/records/record.ts';
import { CannotTell, type EstimatedRequest, filledRule, type Subject } from '#domain/access/fill-rule.ts';
import type { RuleChange } from '#domain/access/rule-changes.ts';
import { ApiError } from '#domain/app/api-error.ts';
import type { Collection, Rule } from '#domain/backend/collection.ts';
import { filterFits } from '#domain/model/filter/fit.ts';
import { FilterError } from '#domain/model/filter/tree.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { dialect } from '#wire/dialect.ts';

/** Number of records that a rule lets through, or why they can't be counted, in a sentence. */
export type Counted = number | string;

export interface RuleEffect {
  readonly change: RuleChange;
  readonly subject: Subject;
  readonly before: Counted;
  readonly after: Counted;
}

async function count(rule: Rule, request: EstimatedRequest, signal: AbortSignal): Promise<Counted> {
  if (rule === null) return 0;
  try {
    const filter = filledRule(rule, request);
    if (!filterFits(filter)) return 'With the user’s values it is too long for a request.';
    return await countRecords(request.collection.id, filter, { signal });
  } catch (error) {
    if (error instanceof CannotTell) return error.message;
    if (error instanceof FilterError) return `The rule can’t be read. ${error.message}`;
    // The backend does not understand the filled-in rule, so it would not have understood the rule either.
    if (error instanceof ApiError && error.status === 400) return error.message;
    throw error;
  }
}

/** Counts the records that changed rules of a stored collection let through, before and after. */
export function createRuleEffects(collection: Collection, changes: readonly RuleChange[]) {
  const $authId = atom('');
  const $user = atom<RecordData | undefined>(undefined);

  const loader = createLoader<readonly RuleEffect[]>({
    request: async (signal) => {
      const subjects: Subject[] = [undefined];
      const collections = $collectionList.get();
      const auth = collections.find(({ id }) => id === $authId.get());
      const user = $user.get();
      // The picker may have cut long values.
      if (auth && user) {
        const { record } = await getRecord(auth.id, user.id, { signal });
        subjects.push({ collection: auth, record });
      }
      const pairs = changes.flatMap((change) => subjects.map((subject) => ({ change, subject })));
      return Promise.all(
        pairs.map(async ({ change, subject }) => {
          const request = { subject, collection, collections, dialect: dialect(), operation: change.name };
          const [before, after] = await Promise.all([
            count(change.before, request, signal),
            count(change.after, request, signal),
          ]);
          return { change, subject, before, after };
        }),
      );
    },
    showsError: true,
  });

  return {
    /** A guest's effects, then those of the chosen user, rule by rule. */
    $load: loader.$load,
    load: loader.load,
    $authId,
    $user,
    chooseAuth: (id: string): void => {
      $authId.set(id);
      $user.set(undefined);
      void loader.load();
    },
    chooseUser: (user: RecordData | undefined): void => {
      $user.set(user);
      void loader.load();
    },
    stop: loader.clear,
  };
}
