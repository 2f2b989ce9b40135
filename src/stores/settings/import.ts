import { atom, batch, computed } from 'nanostores';
import { listEntries } from '#api/settings/sync.ts';
import { abortable } from '#domain/app/abortable.ts';
import { members, parseJson } from '#domain/app/lenient.ts';
import { settingsDraftKey } from '#domain/app/storage-keys.ts';
import type { Translate } from '#domain/backend/configuration.ts';
import { type IndexTools, loadIndexTools } from '#domain/model/index-sql/load-tools.ts';
import type { Collections } from '#domain/settings/import/outcome.ts';
import type { ImportText, Offer, Plan } from '#domain/settings/import/plan.ts';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { $leastVersion, can } from '#stores/app/capabilities.ts';
import { DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { onReconnect } from '#stores/app/connection.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { loadCollections, notifyOtherTabs } from '#stores/collections/list.ts';
import { createDraftStorage } from '#stores/factories/create-draft-storage.ts';
import { createForm } from '#stores/factories/create-form.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { loadConfiguration, loadTranslator } from '#wire/configuration.ts';

/** Longer texts are parsed only after a pause in typing, in characters. */
const LARGE = 100_000;
/** That pause, in ms. */
const PAUSE = 300;

const NOTHING = { text: '', read: undefined as ImportText | undefined };

async function fetchTools() {
  const [{ readImport, textOf, planOf, offersOf }, format] = await Promise.all([
    import('#domain/settings/import/plan.ts'),
    loadConfiguration(),
  ]);
  return { readImport, textOf, planOf, offersOf, format };
}
type ImportTools = Awaited<ReturnType<typeof fetchTools>>;

/** What reads and compares configurations; undefined until it is fetched. Other pages share the files of this one. */
const $importTools = atom<ImportTools | undefined>(undefined);

/** Fetched when a text is of another line of PocketBase. */
let translator: Translate | undefined;

/** Fetched when a text needs them: see `Plan`. */
const $indexTools = atom<IndexTools | undefined>(undefined);

/** The form of the import: its text, the calls, and the messages of the backend at `collections`. */
export const importForm = createForm({
  initial: { text: '' },
  isShown: (path) => /^(collections|indexes\.\d+)$/.test(path),
});

const reading = createLatest();
const $parsed = atom(NOTHING);
let timer: ReturnType<typeof setTimeout> | undefined;
/** The text of the file that was loaded last. */
let fileText: string | undefined;

export const $importText = computed(importForm.$values, ({ text }) => text);

/** Whether a text waits to be parsed: what follows from it is not known yet. */
export const $isParsing = computed([$importText, $parsed], (text, parsed) => text !== parsed.text);

/** What the text says; undefined when it is empty, or still being parsed. */
const $read = computed([$isParsing, $parsed], (isParsing, { read }) => (isParsing ? undefined : read));

/** Parses a long text without waiting for the pause. */
function parseNow(): void {
  clearTimeout(timer);
  const [text, tools] = [$importText.get(), $importTools.get()];
  if (!tools || !$isParsing.get()) return;
  const read = text.trim() ? tools.readImport(text, tools.format, translator) : undefined;
  if (read?.isForeign && !translator) void translateLater();
  else $parsed.set({ text, read });
}

/** Fetches {@link translator} and parses what is there then. */
async function translateLater(): Promise<void> {
  try {
    translator = await loadTranslator();
    parseNow();
  } catch (thrown) {
    report(thrown);
  }
}

/** Fetches {@link $importTools} and parses what was typed meanwhile. */
async function loadImportTools(): Promise<ImportTools> {
  const tools = await fetchTools();
  $importTools.set(tools);
  parseNow();
  return tools;
}

const drafts = createDraftStorage<string>({
  typed: () => $importText.get() || undefined,
  parse: (stored) => {
    const { text } = members(parseJson(stored));
    return typeof text === 'string' && text !== $importText.get() ? text || undefined : undefined;
  },
  format: (typed) => JSON.stringify({ text: typed }),
  merge: (_offered, typed) => typed,
  restore: (typed) => setImportText(typed),
});

/** A text that was typed or loaded before and not imported, offered until it is restored or discarded. */
export const $offeredImportDraft = drafts.$draft;
/** True while the text can't be kept for later: local storage is full or blocked. */
export const $isImportDraftFull = drafts.$isFull;
export const restoreImportDraft = drafts.restore;
export const discardImportDraft = drafts.discard;

/** Changes the text; a long one is parsed after a pause. */
export function setImportText(text: string): void {
  if (text === $importText.get()) return;
  importForm.edit(() => ({ text }), 'collections');
  clearTimeout(timer);
  if (text.length > LARGE) timer = setTimeout(parseNow, PAUSE);
  else parseNow();
  drafts.touch();
}

/** Empties the text and forgets its draft: the button 'Clear'. */
export function clearImport(): void {
  setImportText('');
  fileText = undefined;
  drafts.clearEdits();
}

/** Takes over the text of a file. One without collections shows a toast, and empties what came from a file before. */
export async function loadImportFile(file: Blob): Promise<boolean> {
  const signal = reading.begin();
  let text: string;
  let hasItems: boolean;
  try {
    const { textOf, readImport, format } = await abortable(loadImportTools(), signal);
    text = await abortable(textOf(file), signal);
    hasItems = readImport(text, format).items !== undefined;
  } catch {
    if (!signal.aborted) addToast('error', IMPORT_TEXTS.unreadable);
    return false;
  }
  if (!hasItems) {
    addToast('error', IMPORT_TEXTS.invalid);
    if ($importText.get() === fileText) clearImport();
    return false;
  }
  setImportText(text);
  parseNow();
  fileText = text;
  return true;
}

/** Number of collections per request. */
export const BATCH = 200;

let isStarted = false;

const existing = createLoader({
  request: async (signal) => {
    const [collections] = await Promise.all([listEntries(BATCH, { signal }), loadImportTools()]);
    return collections;
  },
});

/** The existing collections. The text may be edited in any state. */
export const $existing = existing.$load;
/** Loads the existing collections; reports errors. */
export const loadExisting = existing.load;

/** Merge toggle, off by default. */
export const $merge = atom(false);
/** Delete-missing toggle, on by default. */
export const $deleteMissing = atom(true);

export const setMerge = (merge: boolean): void => $merge.set(merge);
export const setDeleteMissing = (deleteMissing: boolean): void => $deleteMissing.set(deleteMissing);

/** The existing collections, what the text says, and the mode; undefined without a text or before they are loaded. */
const $input = computed(
  [$existing, $read, $merge, $deleteMissing, $importTools],
  (existing, read, merge, deleteMissing, tools) =>
    existing.state === 'ready' && read && tools
      ? { existing: existing.value, read, mode: { merge, deleteMissing }, tools }
      : undefined,
);

/** What the text would do; undefined without a valid text or before the existing collections are loaded. */
export const $plan = computed([$input, $indexTools, $leastVersion], (input, indexTools) =>
  input?.tools.planOf(input.existing, input.read, input.mode, indexTools, input.tools.format, can()),
);

/** The detected changes; undefined without a valid text or before the existing collections are loaded. */
export const $changes = computed($plan, (plan) => plan?.changes);

/** Changes of the text that would help. */
export const $offers = computed(
  $input,
  (input): readonly Offer[] =>
    input?.tools.offersOf(input.existing, input.read, input.mode, input.tools.format) ?? [],
);

const MAX_PROBLEMS = 5;

/** What is shown under the text: it is invalid, or the backend has refused it or would do so. */
export const $importError = computed([$read, $plan, importForm.$errors], (read, plan, errors) => {
  if (read && !read.collections) return read.problem;
  const problems = plan?.problems ?? [];
  const more = problems.length - MAX_PROBLEMS;
  const shown = [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`And ${more} more.`] : [])];
  return shown.join(' ') || errors['collections'];
});

/** Whether an import, or the request before it, is pending. */
export const $isImporting = importForm.$isBusy;

/** What can be reviewed: it is known what is sent. */
const $reviewable = computed($plan, (plan) => (plan?.needsIndexTools ? [] : plan?.changes));

/** Whether Review is enabled. */
export const $canReview = computed(
  [$reviewable, $isImporting],
  (changes, isImporting) => !!changes?.length && !isImporting,
);

/** Whether the popup 'Side-by-side diff' is open; `notice` says why it shows other changes than before. */
const $opened = atom<{ readonly notice?: string } | undefined>(undefined);

/** The open popup; undefined while it is closed. */
export const $review = computed([$opened, $reviewable], (opened, changes) =>
  opened && changes?.length ? { changes, notice: opened.notice } : undefined,
);

export function openReview(): void {
  if ($canReview.get()) $opened.set({});
}

export const endReview = (): void => $opened.set(undefined);

/** Stops waiting for the pending import. */
export const stopImport = importForm.stop;

/** Closes the popup and stops waiting for a pending import. */
export function closeReview(): void {
  stopImport();
  endReview();
}

export function takeOffer({ change }: Offer): void {
  setImportText(change());
  parseNow();
}

/** Loads what the backend has now: this list, that of the sidebar and those of other tabs. */
export function reloadAll(): void {
  if (isStarted) void loadExisting();
  void loadCollections();
  notifyOtherTabs();
}

/** Shows the differences to collections that have changed since the review; without any, closes the popup. */
export function reviewAgain(stored: Collections, tools: IndexTools): void {
  batch(() => {
    $indexTools.set(tools);
    $existing.set({ state: 'ready', value: stored });
    $opened.set({ notice: IMPORT_TEXTS.changedMeanwhile });
  });
  if (!$review.get()) endReview();
}

async function followPlan(plan: Plan | undefined): Promise<void> {
  if (!plan?.needsIndexTools) return;
  try {
    $indexTools.set(await loadIndexTools());
  } catch (thrown) {
    report(thrown);
  }
}

/** Loads the existing collections and keeps a draft. Returns a function that stops this and empties all but that. */
export function startImport(): () => void {
  isStarted = true;
  void loadExisting();
  drafts.open(settingsDraftKey('import'));
  const stopGuard = guardUnsaved({
    question: () => ($importText.get() ? DISCARD_QUESTION : undefined),
    discard: clearImport,
  });
  const stopFollowing = stopAll(
    $plan.subscribe((plan) => void followPlan(plan)),
    onReconnect(() => {
      parseNow();
      void followPlan($plan.get());
    }),
  );
  return () => {
    isStarted = false;
    endReview();
    stopFollowing();
    stopGuard();
    translator = undefined;
    drafts.stop();
    reading.abort();
    clearTimeout(timer);
    importForm.forget();
    fileText = undefined;
    batch(() => {
      $parsed.set(NOTHING);
      existing.clear();
      $merge.set(false);
      $deleteMissing.set(true);
    });
  };
}
