import { atom, computed } from 'nanostores';
import { abortable } from '#domain/app/abortable.ts';
import { settingsDraftKey } from '#domain/app/storage-keys.ts';
import { formatImportDraft, parseImportDraft } from '#domain/settings/import/draft.ts';
import type { ImportText } from '#domain/settings/import/text.ts';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { createLatest } from '#stores/base/running.ts';
import { createDraftStorage } from '#stores/factories/create-draft-storage.ts';
import { createForm } from '#stores/factories/create-form.ts';

/** Longer texts are parsed only after a pause in typing, in characters. */
const LARGE = 100_000;
/** That pause, in ms. */
const PAUSE = 300;

/** A text and what it says. */
interface Parsed {
  readonly text: string;
  readonly read: ImportText | undefined;
}

const NOTHING: Parsed = { text: '', read: undefined };

type ImportTools = typeof import('#domain/settings/import/tools.ts');
const fetchTools = (): Promise<ImportTools> => import('#domain/settings/import/tools.ts');

/** What reads and compares configurations; undefined until it is fetched. Other pages share the files of this one. */
export const $importTools = atom<ImportTools | undefined>(undefined);

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

/** The typed text; changed by {@link setImportText}. */
export const $importText = computed(importForm.$values, ({ text }) => text);

/** Whether a text waits to be parsed: what follows from it is not known yet. */
export const $isParsing = computed([$importText, $parsed], (text, parsed) => text !== parsed.text);

/** What the text says; undefined when it is empty, or still being parsed. */
export const $read = computed([$isParsing, $parsed], (isParsing, { read }) => (isParsing ? undefined : read));

/** Parses a long text without waiting for the pause. */
export function parseNow(): void {
  clearTimeout(timer);
  const [text, tools] = [$importText.get(), $importTools.get()];
  if (tools && $isParsing.get())
    $parsed.set({ text, read: text.trim() ? tools.readImport(text) : undefined });
}

/** Fetches {@link $importTools} and parses what was typed meanwhile. */
export async function loadImportTools(): Promise<ImportTools> {
  const tools = await fetchTools();
  $importTools.set(tools);
  parseNow();
  return tools;
}

const drafts = createDraftStorage<string>({
  typed: () => $importText.get() || undefined,
  parse: (stored) => parseImportDraft(stored, $importText.get()),
  format: formatImportDraft,
  merge: (_offered, typed) => typed,
  restore: (text) => setImportText(text),
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

/**
 * Puts the text of a file into the textarea. A file without collections shows a toast, and empties a text that
 * came from the file before it; what was typed stays. Resolves to whether the text was taken over.
 */
export async function loadImportFile(file: Blob): Promise<boolean> {
  const signal = reading.begin();
  let text: string;
  let hasItems: boolean;
  try {
    const { textOf, readImport } = await abortable(loadImportTools(), signal);
    text = await abortable(textOf(file), signal);
    hasItems = readImport(text).items !== undefined;
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

/** Offers and keeps a draft of the text. Returns a function that stops this; the draft stays. */
export function startImportText(): () => void {
  drafts.open(settingsDraftKey('import'));
  const stopGuard = guardUnsaved({
    question: () => ($importText.get() ? DISCARD_QUESTION : undefined),
    discard: clearImport,
  });
  return () => {
    stopGuard();
    drafts.stop();
    reading.abort();
    clearTimeout(timer);
    importForm.forget();
    fileText = undefined;
    $parsed.set(NOTHING);
  };
}
