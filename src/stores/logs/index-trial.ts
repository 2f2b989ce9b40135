import { atom, computed, map } from 'nanostores';
import { type ApiError, failureMessage, isOutcomeUnknown } from '#domain/app/api-error.ts';
import type { PlannedIndex } from '#domain/logs/index-advice.ts';
import type { ListGroup, SlowList } from '#domain/logs/slow-lists.ts';
import { isFaster, planText, type TrialTimes } from '#domain/logs/trial.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { stopAll } from '#stores/base/stop-all.ts';
import { loadCollections, notifyOtherTabs } from '#stores/collections/list.ts';
import { measuredParams, measureList, measureWay } from './measure-list.ts';
import { $logsPopup, closeLogsPopup } from './popup.ts';
import {
  addIndex,
  forgetIndexes,
  type NamedIndex,
  named,
  openIndexes,
  rememberIndex,
  removeIndex,
} from './trial-indexes.ts';

/** Indexes that are added together. */
export type Plan = readonly PlannedIndex[];

/** What came of adding the indexes of an advice, or what is done now. */
export type Trial =
  | { readonly state: 'busy'; readonly text: string }
  | { readonly state: 'kept'; readonly times: TrialTimes; readonly added: readonly NamedIndex[] }
  /** Taken back, because the request was no faster. */
  | { readonly state: 'useless'; readonly times: TrialTimes }
  /** Stopped or failed: in words, with the indexes that are or may be there. */
  | { readonly state: 'stopped'; readonly text: string; readonly left: readonly NamedIndex[] };

/** The latest trial of each list, by the key of the list. */
export const $trials = map<Record<string, Trial>>({});
/** Whether an index is tried or taken back now. */
export const $isTrying = computed($trials, (trials) =>
  Object.values(trials).some(({ state }) => state === 'busy'),
);

/** The plans that made their lists no faster, as made by {@link planKey}. */
const $useless = atom<ReadonlySet<string>>(new Set());
const planKey = ({ key }: ListGroup, plan: Plan): string => JSON.stringify([key, ...plan.map(planText)]);

/** The indexes to try next: the best ones that were not tried in vain. */
export const $nextPlan = computed(
  $useless,
  (useless) =>
    (list: SlowList): Plan | undefined =>
      list.advice.kind === 'add'
        ? list.advice.options.find((plan) => !useless.has(planKey(list, plan)))
        : undefined,
);

const STOP_QUESTION = 'An index is being tried. Do you really want to stop?';

let running: AbortController | undefined;

/** Stops what is done now; says what state it leaves. */
export const stopTrial = (): void => running?.abort();

const nameOf = (indexes: readonly NamedIndex[]): string =>
  indexes.map(({ planned, name }) => `${name} on ${planText(planned)}`).join(' and ');

/** What a failure leaves, in words. */
function failureText(error: ApiError, added: readonly NamedIndex[], isAdding: boolean): string {
  const cause = error.isAbort ? 'Stopped.' : failureMessage(error);
  if (added.length === 0) return `${cause} No index was added.`;
  const last = added.slice(-1);
  if (!isAdding)
    return `${cause} ${nameOf(added)} was added and is still there, but was not measured to the end.`;
  const before = added.length > 1 ? ` ${nameOf(added.slice(0, -1))} was added.` : '';
  return `${cause} The request to add ${nameOf(last)} had been sent: it may be there, now or when the server has built it.${before}`;
}

/** Runs one trial at a time, and says how it ended. */
async function run(key: string, work: (signal: AbortSignal, step: (text: string) => void) => Promise<Trial>) {
  if (running) return;
  running = new AbortController();
  const { signal } = running;
  const end = await work(signal, (text) => $trials.setKey(key, { state: 'busy', text }));
  running = undefined;
  $trials.setKey(key, end);
  if (end.state === 'stopped' && end.left.length > 0 && $logsPopup.get() === undefined)
    addToast('error', end.text);
  void loadCollections();
  notifyOtherTabs();
}

/** Takes indexes back, last first; resolves to whether all of them were there. Throws ApiError. */
async function removeAll(indexes: readonly NamedIndex[], signal: AbortSignal): Promise<boolean> {
  const removed: boolean[] = [];
  for (const index of indexes.toReversed()) removed.push(await removeIndex(index, { signal }));
  return removed.every(Boolean);
}

/**
 * Measures a request, adds the indexes, measures it again, and takes them back unless it is faster. Asks first. Reports
 * errors; {@link $trials} says what came of it.
 */
export async function tryIndexes(group: ListGroup, plan: Plan): Promise<void> {
  if (running) return;
  const names = plan.map(planText).join(' and ');
  const question = `Do you want to add an index on ${names}? This changes the collection. While the server builds its indexes, nothing can be saved. An index that makes the list no faster is taken back.`;
  if (!(await confirm(question))) return;
  await run(group.key, async (signal, step) => {
    const added: NamedIndex[] = [];
    let isAdding = false;
    try {
      step('Measuring the list without the index…');
      const { id } = group.list.collection;
      const params = await measuredParams(group, { signal });
      const way = await measureWay(signal);
      const before = await measureList(id, params, way, signal);
      for (const index of plan.map(named)) {
        step(`Adding an index on ${planText(index.planned)}…`);
        isAdding = true;
        added.push(index);
        rememberIndex(index);
        await addIndex(index, { signal });
        isAdding = false;
      }
      step('Measuring the list with the index…');
      const times = { before, after: await measureList(id, params, way, signal), way };
      if (isFaster(times)) {
        forgetIndexes(added);
        return { state: 'kept', times, added };
      }
      step('The list is no faster. Taking the index back…');
      await removeAll(added, signal);
      forgetIndexes(added);
      $useless.set(new Set($useless.get()).add(planKey(group, plan)));
      return { state: 'useless', times };
    } catch (thrown) {
      const error = report(thrown, { toast: false });
      // A refused index was not added.
      if (isAdding && !error.isAbort && !isOutcomeUnknown(error)) {
        forgetIndexes(added.splice(-1));
        isAdding = false;
      }
      return { state: 'stopped', text: failureText(error, added, isAdding), left: added };
    }
  });
}

/** Takes back the indexes of a trial that are or may be there. Reports errors. */
export async function takeBack(key: string, left: readonly NamedIndex[]): Promise<void> {
  await run(key, async (signal, step) => {
    step('Taking the index back…');
    try {
      if (await removeAll(left, signal)) {
        forgetIndexes(left);
        return { state: 'stopped', text: 'Taken back.', left: [] };
      }
      const text = `${nameOf(left)} is not there. If the server is still building it, look again in a while.`;
      return { state: 'stopped', text, left };
    } catch (thrown) {
      const { message, isAbort } = report(thrown, { toast: false });
      const text = `${isAbort ? 'Stopped.' : message} ${nameOf(left)} may still be there.`;
      return { state: 'stopped', text, left };
    }
  });
}

/** Removes what a trial says, and leaves its indexes as they are. */
export function dismissTrial(key: string): void {
  const trial = $trials.get()[key];
  if (trial?.state === 'stopped') forgetIndexes(trial.left);
  $trials.setKey(key, undefined);
}

/** The key in {@link $trials} of what trials have left that this page does not know, such as of a closed tab. */
export const CUT_OFF = 'cut off';

/** Names the indexes that trials have left when they were cut off. */
export function nameCutOff(): void {
  const known = Object.values($trials.get()).flatMap((trial) =>
    trial.state === 'stopped' ? trial.left : [],
  );
  const left = openIndexes().filter(({ name }) => !known.some((index) => index.name === name));
  if (running || left.length === 0) return;
  const text = `A trial was cut off, or another tab is at it: ${nameOf(left)} is or may be there.`;
  $trials.setKey(CUT_OFF, { state: 'stopped', text, left });
}

/** Asks before leaving while an index is tried. Returns a function that stops this, and the trial. */
export function guardTrial(): () => void {
  const stopGuard = guardUnsaved({
    question: () => (running ? STOP_QUESTION : undefined),
    discard: stopTrial,
    isKept: () => false,
  });
  return stopAll(stopGuard, stopTrial);
}

/** Closes the panel; asks first while an index is tried. */
export async function leaveSlowLists(): Promise<void> {
  if (running && !(await confirm(STOP_QUESTION, { loss: '' }))) return;
  closeLogsPopup();
}
