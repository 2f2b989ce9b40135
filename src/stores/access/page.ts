import { atom, computed, effect } from 'nanostores';
import { countRecords } from '#api/records/list.ts';
import { accessRow, type Risk, risks } from '#domain/access/risks.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { can } from '#stores/app/capabilities.ts';
import { $collectionList, $collections, loadCollections } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { secondFactorOf } from '#wire/accounts.ts';

const AT_ONCE = 4;

/** How many records of each auth collection show their email, by id, as far as they could be counted. */
const $counts = atom<ReadonlyMap<string, number>>(new Map());

const emails = createLoader<void>({
  request: async (signal) => {
    const errors: unknown[] = [];
    const { administrators } = can();
    const auth = $collectionList.get().filter(({ type, name }) => type === 'auth' && name !== administrators);
    await inParallel(auth, AT_ONCE, async ({ id }) => {
      try {
        const count = await countRecords(id, 'emailVisibility=true&&email!=""', { signal });
        $counts.set(new Map($counts.get()).set(id, count));
      } catch (error) {
        errors.push(error);
      }
    });
    if (errors.length) throw errors[0];
  },
  keepsValue: true,
  showsError: true,
});

/** Whether the visible emails of all auth collections are counted; one request each. */
export const $emails = emails.$load;
export const countEmails = emails.load;

/** The chosen risks; without any, all collections are listed. */
export const $risks = atom<readonly Risk[]>([]);

export function toggleRisk(risk: Risk): void {
  const now = $risks.get();
  $risks.set(now.includes(risk) ? now.filter((other) => other !== risk) : [...now, risk]);
}

const $all = computed([$collectionList, $counts], (collections, counts) =>
  collections.map((one) => accessRow(one, counts.get(one.id), secondFactorOf(one))),
);

/** The risks that there can be: not every backend has a second factor. */
export const $knownRisks = computed($all, (rows) =>
  risks.filter((risk) => risk !== 'oneFactor' || rows.some((row) => 'secondFactor' in row.rules)),
);

/** Number of collections with each risk. */
export const $riskCounts = computed($all, (rows) =>
  Object.fromEntries(risks.map((risk) => [risk, rows.filter((row) => row.risks.has(risk)).length])),
);

/** The collections that have any of the chosen risks. */
export const $accessRows = computed([$all, $risks], (rows, chosen) =>
  chosen.length ? rows.filter((row) => chosen.some((risk) => row.risks.has(risk))) : rows,
);

/** Whether the panel 'Try as' is open. */
export const $isTryOpen = atom(false);

/** Counts the emails once the collections are there. Returns a function that stops this and closes the panel. */
export function startAccess(): () => void {
  const stop = effect($collections, (load) => {
    if (load.state === 'ready') void countEmails();
  });
  return () => {
    stop();
    emails.clear();
    $counts.set(new Map());
    $isTryOpen.set(false);
  };
}

/** Loads everything on screen again. */
export const refreshAccess = loadCollections;
