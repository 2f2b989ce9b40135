import { dequal } from 'dequal/lite';
import { atom, onMount } from 'nanostores';
import { loadSettings } from '#api/app/settings.ts';
import { type CallOptions, toApiError } from '#api/client.ts';
import { saveSettings } from '#api/settings/save.ts';
import { currentBackend, storageKeyOf } from '#browser/backends.ts';
import { readStored, store } from '#browser/storage.ts';
import { isRefusal } from '#domain/app/api-error.ts';
import { BATCH_FIELDS } from '#domain/app/batch-fields.ts';
import { BATCH_TEXTS, type BatchSettings, batchSize, type WhenRefused } from '#domain/app/batch-settings.ts';
import { BATCH_ON_KEY, WHEN_REFUSED_KEY } from '#domain/app/later-keys.ts';
import { flag, members, parseJson } from '#domain/app/lenient.ts';
import type { Raw } from '#domain/backend/field.ts';
import { can } from '#stores/app/capabilities.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { showSettings } from '#stores/app/settings.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { createLatest } from '#stores/base/running.ts';
import { readSettings } from '#wire/setting-values.ts';
import { type Batches, type BatchRules, createBatches } from './batches.ts';
import { isSessionEnd } from './retry.ts';

/** What becomes of the others of a batch when one is refused. */
export const whenRefused = createPreference<WhenRefused>({
  key: WHEN_REFUSED_KEY,
  initial: 'skip',
  decode: (text) => (text === 'hold' ? 'hold' : 'skip'),
  encode: (value) => (value === 'hold' ? value : undefined),
});

export type BatchState =
  | { readonly state: 'unknown' | 'none' }
  | {
      readonly state: 'known';
      /** Changes in a batch; 0 while they are off. */
      readonly size: number;
      /** Whether they are on for work of this tab only. */
      readonly isOurs: boolean;
      readonly isSaving: boolean;
    };

const NONE: BatchState = { state: 'none' };

/** Whether batches are on, once {@link readBatches} has read it; what was switched on for work goes off when nobody listens. */
export const $batch = atom<BatchState>(NONE);

/** What was stored when this tab switched batches on. */
let ours: BatchSettings | undefined;

const batchIn = (stored: Raw): BatchSettings => readSettings(BATCH_FIELDS, stored);

function show(settings: BatchSettings, isSaving = false): void {
  const isOurs = ours !== undefined && dequal(settings, ours);
  $batch.set({ state: 'known', size: batchSize(settings), isOurs, isSaving });
}

/** Keeps that batches have to be switched off again; without settings it forgets that. False when storage is full or blocked. */
const note = (settings: BatchSettings | undefined): boolean =>
  store(BATCH_ON_KEY, settings && JSON.stringify(settings));

function noted(): BatchSettings | undefined {
  const text = readStored(BATCH_ON_KEY);
  const stored = members(text === undefined ? undefined : parseJson(text));
  return flag(stored['batch.isEnabled']) ? (stored as unknown as BatchSettings) : undefined;
}

/* A tab that works tells others, which would otherwise take its note for one of work that has ended. */
const channelName = (): string => storageKeyOf(currentBackend(), BATCH_ON_KEY);
const ASKED = 'asked';
const WORKING = 'working';
/** How long another tab may take to answer, in ms. */
const ANSWER_MS = 1000;
let channel: BroadcastChannel | undefined;

function tellOthers(): void {
  channel?.close();
  channel = ours && new BroadcastChannel(channelName());
  channel?.addEventListener('message', ({ data }) => data === ASKED && channel?.postMessage(WORKING));
}

async function isAnotherWorking(): Promise<boolean> {
  const asking = new BroadcastChannel(channelName());
  const { promise, resolve } = Promise.withResolvers<boolean>();
  asking.addEventListener('message', ({ data }) => data === WORKING && resolve(true));
  const timer = setTimeout(() => resolve(false), ANSWER_MS);
  asking.postMessage(ASKED);
  const isWorking = await promise;
  clearTimeout(timer);
  asking.close();
  return isWorking;
}

const save = (isEnabled: boolean, stored: Raw): Promise<Raw> =>
  saveSettings(BATCH_FIELDS, { 'batch.isEnabled': isEnabled }, stored);

/** Switches batches off again, unless somebody has changed their settings since; says what came of it. Never rejects. */
async function switchOff(): Promise<void> {
  const before = noted();
  ours = undefined;
  tellOthers();
  if (!before) return;
  try {
    const stored = await loadSettings();
    const now = batchIn(stored);
    const isAsBefore = dequal(now, before);
    if (isAsBefore) showSettings(await save(false, stored));
    note(undefined);
    if (isAsBefore) addToast('success', BATCH_TEXTS.switchedOff);
    else if (now['batch.isEnabled']) addToast('warning', BATCH_TEXTS.changed);
  } catch (thrown) {
    const error = toApiError(thrown);
    // The next visit offers it.
    if (!isSessionEnd(error)) offer(`${BATCH_TEXTS.notSwitchedOff} ${error.message}`);
  }
}

/** A toast that stays, in ms. */
const LONG = 3_600_000;

function offer(text: string): void {
  const action = { label: BATCH_TEXTS.switchOff, run: () => void switchOff() };
  addToast('warning', text, { action, duration: LONG });
}

/** Offers to switch off what a visit that has ended, for example by a crash, has left on. Never rejects. */
export async function offerSwitchOff(): Promise<void> {
  const before = noted();
  if (!before || ours || !can().sendsBatches || (await isAnotherWorking())) return;
  try {
    const now = batchIn(await loadSettings());
    if (dequal(now, before)) return offer(BATCH_TEXTS.leftOver);
    note(undefined);
    if (now['batch.isEnabled']) addToast('warning', BATCH_TEXTS.changed);
  } catch {
    // The next visit tries again.
  }
}

const reading = createLatest();

async function read(options: CallOptions): Promise<BatchSettings | undefined> {
  return can().sendsBatches ? batchIn(await loadSettings(options)) : undefined;
}

/** Reads whether batches are on, for a panel that opens. Never rejects. */
export async function readBatches(): Promise<void> {
  const signal = reading.begin();
  if (!can().sendsBatches) return $batch.set(NONE);
  try {
    const settings = await read({ signal });
    if (settings && !signal.aborted) show(settings);
  } catch {
    if (!signal.aborted) $batch.set({ state: 'unknown' });
  }
}

onMount($batch, () => () => {
  reading.abort();
  $batch.set(NONE);
  if (ours) void switchOff();
});

/** Keeps batches on while something works or is about to. Returns a function that ends it. */
export const holdBatches = (): (() => void) => $batch.listen(() => {});

/** Asks, then switches batches on for as long as somebody holds them. Reports errors. */
export async function switchOnForWork(): Promise<void> {
  const isConfirmed = await confirm(BATCH_TEXTS.question, { loss: BATCH_TEXTS.loss });
  if (!isConfirmed) return;
  // While it is switched on, the panel may close.
  const stop = holdBatches();
  try {
    const stored = await loadSettings();
    const now = batchIn(stored);
    if (now['batch.isEnabled']) return show(now);
    show(now, true);
    const wanted = { ...now, 'batch.isEnabled': true };
    // Before it is sent: nobody else would know of it after a crash.
    if (!note(wanted)) {
      show(now);
      addToast('error', BATCH_TEXTS.notKept);
      return;
    }
    ours = wanted;
    tellOthers();
    try {
      const saved = await save(true, stored);
      showSettings(saved);
      ours = batchIn(saved);
      note(ours);
      show(ours);
    } catch (thrown) {
      if (isRefusal(toApiError(thrown))) {
        ours = undefined;
        tellOthers();
        note(undefined);
      }
      throw thrown;
    }
  } catch (thrown) {
    report(thrown);
    await readBatches();
  } finally {
    stop();
  }
}

/** Bytes of a batch, at most: what is sent again after a lost response is not more. */
const MAX_BYTES = 8_000_000;

/** The batches of a job that begins now; undefined where each change is sent by itself. Never rejects. */
export async function openBatches(
  options: CallOptions & Pick<BatchRules, 'ignores'> & { readonly refused?: WhenRefused } = {},
): Promise<Batches | undefined> {
  const { ignores, refused = whenRefused.$value.get(), ...call } = options;
  const settings = await read(call).catch(() => undefined);
  const maxRequests = batchSize(settings);
  const maxBytes = Math.min(settings?.['batch.maxBodySize'] || MAX_BYTES, MAX_BYTES);
  return maxRequests
    ? createBatches({ maxRequests, maxBytes, refused, ...(ignores && { ignores }) })
    : undefined;
}
