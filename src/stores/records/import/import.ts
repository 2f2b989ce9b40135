import { dequal } from 'dequal/lite';
import { atom, computed, type ReadableAtom } from 'nanostores';
import { type CallOptions, toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collection.ts';
import { openTable, type WorkerTable } from '#browser/import/table.ts';
import { saveFile } from '#browser/save-file.ts';
import { fieldErrors } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { loadIndexTools } from '#domain/model/index-sql/load-tools.ts';
import { missingCollection } from '#domain/records/changed-collection.ts';
import {
  type Changed,
  type ColumnChoice,
  firstChoices,
  followChoices,
  newCollectionChoices,
  newFieldChoice,
  planOf,
  repeatedNames,
  searchedCollections,
} from '#domain/records/import/choices.ts';
import {
  type FileContent,
  FileProblem,
  type ImportPlan,
  keyFields,
  type Misfits,
  missingFields,
  type WantedReading,
} from '#domain/records/import/plan.ts';
import type { RowIds, UnfinishedImport } from '#domain/records/import/unfinished.ts';
import { can } from '#stores/app/capabilities.ts';
import { report } from '#stores/app/report.ts';
import { stopAll } from '#stores/base/running.ts';
import { $collectionList, checkCollections } from '#stores/collections/list.ts';
import { holdBatches } from '#stores/job/batch-settings.ts';
import { refreshRecords } from '../list.ts';
import { createDryRun } from './dry-run.ts';
import { addFields, offerRemoval } from './new-fields.ts';
import { createRun } from './run.ts';
import { findUnfinished, forgetUnfinished, keepUnfinished, newImport } from './unfinished.ts';

export type ImportStep = 'file' | 'columns' | 'check' | 'run';

interface ReadFile {
  readonly name: string;
  readonly content: FileContent;
}

/** `before` is the file as it was read before, while it is read in another way. */
export type ImportFile =
  | { readonly state: 'none' }
  | { readonly state: 'busy'; readonly bytes: number; readonly size: number; readonly before?: ReadFile }
  | { readonly state: 'failed'; readonly message: string }
  | ({ readonly state: 'ready' } & ReadFile);

export interface ImportOptions extends Omit<ImportPlan, 'columns'> {
  /** Name of a new collection; undefined imports into the existing one. */
  readonly newName: string | undefined;
}

const FIRST_OPTIONS: ImportOptions = { match: '', onMatch: 'update', newName: undefined };

/** The fields of a collection that can find one record: the unique ones, by its indexes, and those `isAlso`. */
async function keysOf(collection: Collection, isAlso: (field: Field) => boolean) {
  // Without the code that reads indexes, records can still be found by id.
  const tools = await loadIndexTools().catch(() => undefined);
  const unique = new Set(
    collection.indexes.flatMap((sql) => {
      const index = tools?.parseIndex(sql);
      return index?.unique && index.columns.length === 1 ? [index.columns[0]?.name] : [];
    }),
  );
  return keyFields(collection, (field) => unique.has(field.name) || isAlso(field));
}

/** By the id of a related collection: the fields by which its records can be looked up, beside their ids. */
async function lookupKeysOf({ fields }: Collection, collections: readonly Collection[]) {
  const related = fields.flatMap((field) => relatedTo(field, collections) ?? []);
  const found = related.map(async (other) => {
    return [other.id, await keysOf(other, ({ isPresentable }) => isPresentable)] as const;
  });
  return new Map(await Promise.all(found));
}

async function readAgain({ id, name }: Collection, options: CallOptions): Promise<Collection> {
  try {
    return await getCollection(id, options);
  } catch (thrown) {
    throw toApiError(thrown).status === 404 ? missingCollection(name) : thrown;
  }
}

/** The columns of a file, and what is chosen of them. */
function createColumns(
  collection: Collection,
  table: WorkerTable,
  $content: ReadableAtom<FileContent | undefined>,
) {
  const $collection = atom(collection);
  let collections = $collectionList.get();
  const $choices = atom<readonly ColumnChoice[]>([]);
  const $options = atom<ImportOptions>(FIRST_OPTIONS);
  const $unique = atom<readonly string[]>([]);
  const $lookupKeys = atom<ReadonlyMap<string, readonly string[]>>(new Map());
  const loadKeys = async () => {
    const into = $collection.get();
    $unique.set(await keysOf(into, () => false));
    $lookupKeys.set(await lookupKeysOf(into, collections));
  };
  const $misfits = atom<ReadonlyMap<number, Misfits>>(new Map());
  const $plan = computed([$choices, $collection, $options, $content], (choices, into, options, content) =>
    planOf(choices, into, options, content?.columns, can().refusedIds),
  );
  const change = (options: Partial<ImportOptions>) => $options.set({ ...$options.get(), ...options });

  async function check(): Promise<void> {
    const plan = $plan.get();
    const found = await table.check(plan);
    if (plan === $plan.get())
      $misfits.set(
        new Map(plan.columns.map(({ column }, at) => [column, found[at] ?? { count: 0, first: [] }])),
      );
  }

  function choose(choices: readonly ColumnChoice[]): void {
    $choices.set(choices);
    const { match } = $options.get();
    // Records can't be found by a field that no column fills.
    if (match && !$plan.get().columns.some(({ field }) => field.name === match)) change({ match: '' });
    void check();
  }

  /** Takes over the present versions of the collections in use; returns what somebody has changed of their fields. */
  function adopt(now: Collection, others: readonly Collection[] = []): Changed | undefined {
    const { match } = $options.get();
    const former = $collection.get();
    const [before, after] = [[former, ...collections] as const, [now, ...others] as const];
    const { texts, isSafe, ...followed } = followChoices($choices.get(), match, before, after);
    collections = collections.map((one) => after.find(({ id }) => id === one.id) ?? one);
    if (!dequal(now, former)) $collection.set(now);
    if (!texts.length) return undefined;
    $choices.set(followed.choices);
    change({ match: followed.match });
    void loadKeys();
    void checkCollections();
    return { texts, isSafe };
  }

  return {
    $collection,
    $choices,
    $options,
    $unique,
    $lookupKeys,
    $misfits,
    $plan,
    /** The fields that no column fills, but must have a value. */
    $missing: computed([$collection, $plan, $options], (into, { columns }, { newName }) =>
      newName === undefined ? missingFields(into, columns) : [],
    ),
    $repeated: computed($choices, repeatedNames),
    target: () => ({ collection: $collection.get(), collections, plan: $plan.get() }),
    adopt,
    /** Counts the values that do not fit; a later plan replaces an earlier one. */
    check,
    setOptions: (options: Partial<ImportOptions>): void => {
      change(options);
      void check();
    },
    begin: (content: FileContent): void => {
      $options.set(FIRST_OPTIONS);
      choose(firstChoices(content, $collection.get()));
      void loadKeys();
    },
    /** The collection has the new fields now, which the choices fill like any other. */
    takeSaved: (saved: Collection): void => {
      $collection.set(saved);
      change({ newName: undefined });
      $choices.set($choices.get().map((one) => (one.use === 'new' ? { ...one, use: 'field' } : one)));
      void loadKeys();
    },
    /** Reads the collections in use again; returns what has changed. The rows of the table follow. Throws ApiError. */
    look: async (options: CallOptions): Promise<Changed | undefined> => {
      const into = $collection.get();
      const searched = searchedCollections($choices.get(), into, collections);
      const read = [into, ...searched].map((one) => readAgain(one, options));
      const [now = into, ...others] = await Promise.all(read);
      const changed = adopt(now, others);
      if (changed) await check();
      return changed;
    },
    setColumn: (column: number, change: Partial<ColumnChoice>): void =>
      choose($choices.get().map((choice, at) => (at === column ? { ...choice, ...change } : choice))),
    setNewField: (column: number): void => {
      const file = $content.get()?.columns[column];
      const others = $choices.get().filter((_, at) => at !== column);
      if (file) choose($choices.get().with(column, newFieldChoice(file, $collection.get(), others)));
    },
    setNewCollection: (isNew: boolean): void => {
      const file = $content.get();
      if (!file) return;
      $options.set({ ...FIRST_OPTIONS, newName: isNew ? '' : undefined });
      choose(isNew ? newCollectionChoices(file.columns) : firstChoices(file, $collection.get()));
    },
  };
}

/** Reads a file, again in another way when its reading was guessed wrongly; `onRead` takes over the content at once. */
function createReader(table: WorkerTable, signal: AbortSignal, onRead: (content: FileContent) => void) {
  const $file = atom<ImportFile>({ state: 'none' });
  let source: { readonly file: Blob; readonly name: string; readonly wanted: WantedReading } | undefined;

  async function read(file: Blob, name: string, wanted: WantedReading = {}): Promise<void> {
    const last = $file.get();
    if (last.state === 'busy') return;
    const isAgain = file === source?.file && last.state === 'ready';
    source = { file, name, wanted };
    const progress = (bytes: number) =>
      $file.set({ state: 'busy', bytes, size: file.size, ...(isAgain && { before: last }) });
    progress(0);
    try {
      const content = await table.open(file, wanted, progress);
      if (signal.aborted) return;
      $file.set({ state: 'ready', name, content });
      onRead(content);
    } catch (error) {
      const isKnown = error instanceof FileProblem;
      $file.set({ state: 'failed', message: isKnown ? error.message : report(error).message });
    }
  }

  return {
    $file,
    $content: computed($file, (file) => (file.state === 'ready' ? file.content : undefined)),
    read,
    reread: async (change: WantedReading): Promise<void> => {
      if (source) await read(source.file, source.name, { ...source.wanted, ...change });
    },
  };
}

/** Creates an import into a collection, from the choice of the file to the result. */
export function createImport(collection: Collection, table: WorkerTable = openTable()) {
  const stopped = new AbortController();
  const made: Collection[] = [];
  const $step = atom<ImportStep>('file');
  const { $file, $content, read, reread } = createReader(table, stopped.signal, begin);
  /** Whether it creates what the file needs, or reads the collections again. */
  const $isSaving = atom(false);
  /** What somebody else has changed since the columns were chosen. */
  const $changed = atom<Changed | undefined>(undefined);
  const $nameError = atom('');
  const columns = createColumns(collection, table, $content);
  const { $dryRun, $newUsers, ...dryRun } = createDryRun(table);
  const run = createRun(table, columns);
  /** The import of the same rows that has not ended, and whether this one goes on with it. */
  const $unfinished = atom<UnfinishedImport | undefined>(undefined);
  const $goesOn = atom(true);

  /** The import as it begins or goes on now. */
  function begun(content: FileContent): UnfinishedImport {
    const before = $goesOn.get() ? $unfinished.get() : undefined;
    const file = $file.get();
    return (
      before ?? newImport(columns.$collection.get().id, file.state === 'ready' ? file.name : '', content)
    );
  }
  const rowIds = (one: UnfinishedImport): RowIds => ({
    seed: one.seed,
    isAgain: one === $unfinished.get(),
  });

  /** Keeps batches on that were switched on for this import, until it has run. */
  let stopBatches: (() => void) | undefined;
  const endBatches = (): void => {
    stopBatches?.();
    stopBatches = undefined;
  };

  function findBefore(content: FileContent): void {
    const found = findUnfinished(columns.$collection.get().id, content);
    if (found?.seed !== $unfinished.get()?.seed) $goesOn.set(true);
    $unfinished.set(found);
  }

  function showChanged(changed: Changed | undefined): boolean {
    $changed.set(changed);
    if (changed) $step.set('columns');
    return changed !== undefined;
  }

  function begin(content: FileContent): void {
    $changed.set(undefined);
    columns.begin(content);
  }

  /** Creates the collection or the fields that are new. False when somebody declined, or has changed something. */
  async function createNew(): Promise<boolean> {
    const { newName } = columns.$options.get();
    const isNew = newName !== undefined;
    if (!isNew && showChanged(await columns.look({ signal: stopped.signal }))) return false;
    const choices = columns.$choices.get();
    if (!isNew && !choices.some(({ use }) => use === 'new')) return true;
    const saved = await addFields(newName ?? columns.$collection.get(), choices, stopped.signal);
    if (!saved) return false;
    if (isNew) made.push(saved);
    // Somebody may have changed the collection while the question was on screen.
    const changed = isNew ? undefined : columns.adopt(saved);
    columns.takeSaved(saved);
    if (!showChanged(changed)) return true;
    void columns.check();
    return false;
  }

  async function toCheck(): Promise<void> {
    const file = $content.get();
    if (!file || $isSaving.get()) return;
    $isSaving.set(true);
    $nameError.set('');
    try {
      if (!(await createNew())) return;
      await columns.check();
      stopBatches ??= holdBatches();
      $step.set('check');
      findBefore(file);
      void dryRun.start(columns.target(), file, rowIds(begun(file)));
    } catch (thrown) {
      const error = report(thrown, { isShown: (name) => name === 'name' });
      $nameError.set(fieldErrors(error.problems)['name'] ?? '');
    } finally {
      $isSaving.set(false);
    }
  }

  return {
    ...{ $step, $file, $content, columns, $isSaving, $changed, $nameError, $dryRun, $newUsers, run },
    ...{ $unfinished, $goesOn },
    /** Creates what the file needs, then checks what the import will do. */
    toCheck,
    open: async (file: Blob, name: string): Promise<void> => {
      dryRun.stop();
      await read(file, name);
      // What was guessed is looked at first.
      if ($content.get()?.isGuessed === false) $step.set('columns');
    },
    /** Reads the file again in another way. */
    reread: (change: WantedReading): Promise<void> => {
      dryRun.stop();
      return reread(change);
    },
    toColumns: (): void => {
      if ($content.get()) $step.set('columns');
    },
    /** Whether it goes on with the import that has not ended; else it begins anew. */
    setGoesOn: (goesOn: boolean): void => {
      const file = $content.get();
      $goesOn.set(goesOn);
      if (file) void dryRun.start(columns.target(), file, rowIds(begun(file)));
    },
    setPasswords: (change: Pick<ImportPlan, 'randomPasswords' | 'keepsHashes'>): void => {
      columns.setOptions(change);
      void toCheck();
    },
    back: (): void => {
      dryRun.stop();
      $step.set($step.get() === 'check' ? 'columns' : 'file');
    },
    start: async (): Promise<void> => {
      const file = $content.get();
      if (!file || run.$run.get()?.state === 'busy') return;
      $step.set('run');
      const one = begun(file);
      const { isAgain } = rowIds(one);
      keepUnfinished(one);
      const changed = await run.start(file, rowIds(one));
      if (!changed) endBatches();
      // What was not run can go on; nothing was sent where somebody has changed the collection before.
      if (changed ? !isAgain : run.$run.get()?.notRun === 0) forgetUnfinished(one);
      if (!showChanged(changed) && !stopped.signal.aborted) await refreshRecords();
    },
    saveRefused: async (): Promise<void> => {
      const file = $file.get();
      if (file.state !== 'ready') return;
      const name = file.name.replace(/\.\w+$/, '');
      saveFile(`${name}-refused.${file.content.format}`, await run.refused());
    },
    offerRemoval: async (): Promise<void> => {
      for (const one of made.splice(0)) await offerRemoval(one);
    },
    dispose: stopAll(
      () => stopped.abort(),
      dryRun.stop,
      run.dispose,
      endBatches,
      () => table.close(),
    ),
  };
}

export type Import = ReturnType<typeof createImport>;
