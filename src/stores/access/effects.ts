import { atom } from 'nanostores';
import { getRecord } from '#api/records/record.ts';
import type { Subject } from '#domain/access/fill-rule.ts';
import { isOfAccounts, type RuleChange } from '#domain/access/rule-changes.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { namesIn } from '#domain/model/filter/walk.ts';
import type { RecordData } from '#domain/records/record.ts';
import { can } from '#stores/app/capabilities.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { dialect } from '#wire/dialect.ts';
import { type Counted, countRule } from './count-rule.ts';
import { tokenOf, tryRule } from './try-rule.ts';

export interface RuleEffect {
  readonly change: RuleChange;
  readonly subject: Subject;
  readonly before: Counted;
  readonly after: Counted;
}

/**
 * How many records the stored list rule lets through, by a real request: the one rule that one request counts. Undefined
 * where the backend gives no token of a user, or the rule asks for more of the request.
 */
async function reallyListed(
  collection: Collection,
  subject: Subject,
  signal: AbortSignal,
): Promise<Counted | undefined> {
  const { listRule } = collection;
  if (listRule === null) return 0;
  // What an app sends is not known.
  const isSent = namesIn(listRule).some((path) => /^@request\.(query|headers)\b/.test(path));
  if (isSent || (subject && !can().impersonates)) return undefined;
  const who = subject && { auth: subject.collection, user: subject.record };
  const token = who && (await tokenOf(who, signal));
  const asked = { collection, operation: 'listRule', rule: listRule, token } as const;
  const rest = { record: undefined, query: {}, headers: {}, body: {}, expand: [] };
  return (await tryRule({ ...asked, ...rest }, signal)).found?.count;
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
      const pairs = changes.flatMap((change) =>
        (isOfAccounts(change.name) ? [undefined] : subjects).map((subject) => ({ change, subject })),
      );
      return Promise.all(
        pairs.map(async ({ change, subject }) => {
          const { name } = change;
          const operation = isOfAccounts(name) ? 'viewRule' : name;
          const request = { subject, collection, collections, dialect: dialect(), operation };
          const [real, estimated, after] = await Promise.all([
            name === 'listRule' ? reallyListed(collection, subject, signal) : undefined,
            countRule(change.before, request, signal),
            countRule(change.after, request, signal),
          ]);
          return { change, subject, before: real ?? estimated, after };
        }),
      );
    },
    showsError: true,
  });

  return {
    /** A guest's effects, then those of the chosen user, rule by rule; of accounts that sign in only one. */
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
