import { atom } from 'nanostores';
import { getRecord } from '#api/records/record.ts';
import type { Subject } from '#domain/access/fill-rule.ts';
import type { RuleChange } from '#domain/access/rule-changes.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { dialect } from '#wire/dialect.ts';
import { type Counted, countRule } from './count-rule.ts';

export interface RuleEffect {
  readonly change: RuleChange;
  readonly subject: Subject;
  readonly before: Counted;
  readonly after: Counted;
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
            countRule(change.before, request, signal),
            countRule(change.after, request, signal),
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
