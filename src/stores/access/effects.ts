import { atom } from 'nanostores';
import { getRecord } from '#api/records/record.ts';
import type { Subject } from '#domain/access/request.ts';
import type { RuleChange } from '#domain/access/rule-changes.ts';
import type { Collection, Rule } from '#domain/collections/collection.ts';
import type { RuleName } from '#domain/collections/editor/rules.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { createEvaluation, problemOf } from './evaluate.ts';

/** Number of records that a rule lets through, or why they can't be counted, in a sentence. */
export type Counted = number | string;

/** What the change of a rule opens or closes for a guest or a user. */
export interface RuleEffect {
  readonly change: RuleChange;
  readonly user: RecordData | undefined;
  readonly before: Counted;
  readonly after: Counted;
}

/** Counts the records that changed rules of a stored collection let through, before and after. */
export function createRuleEffects(collection: Collection, changes: readonly RuleChange[]) {
  const $authId = atom('');
  const $user = atom<RecordData | undefined>(undefined);

  async function count(name: RuleName, rule: Rule, subject: Subject, signal: AbortSignal): Promise<Counted> {
    if (rule === null) return 0;
    try {
      const request = { subject, collection, operation: name };
      return await createEvaluation(request, $collectionList.get(), signal).count(rule);
    } catch (error) {
      return problemOf(error);
    }
  }

  const loader = createLoader<readonly RuleEffect[]>({
    request: async (signal) => {
      const subjects: Subject[] = [undefined];
      const auth = $collectionList.get().find(({ id }) => id === $authId.get());
      const user = $user.get();
      // The picker may have cut long values.
      if (auth && user) {
        const { record } = await getRecord(auth.id, user.id, { signal });
        subjects.push({ collection: auth, record });
      }
      const pairs = changes.flatMap((change) => subjects.map((subject) => ({ change, subject })));
      return Promise.all(
        pairs.map(async ({ change, subject }) => {
          const { name } = change;
          const [before, after] = await Promise.all([
            count(name, change.before, subject, signal),
            count(name, change.after, subject, signal),
          ]);
          return { change, user: subject?.record, before, after };
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
    /** Chooses an auth collection, or none with an empty id. */
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
