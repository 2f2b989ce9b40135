import { dequal } from 'dequal/lite';
import { atom, computed } from 'nanostores';
import { type CallOptions, toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import { openTable, type WorkerTable } from '#browser/import/table.ts';
import { saveFile } from '#browser/save-file.ts';
import { fieldErrors } from '#domain/app/api-error.ts';
import { type Collection, relatedTo, type SchemaField } from '#domain/collections/collection.ts';
import { loadIndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
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
import { report } from '#stores/app/report.ts';
import { stopAll } from '#stores/base/running.ts';
import { $collectionList, checkCollections } from '#stores/collections/list.ts';
import { refreshRecords } from '../list.ts';
import { createDryRun } from './dry-run.ts';
import { addFields, offerRemoval } from './new-fields.ts';
import { createRun } from './run.ts';

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

/** What may be chosen beside the columns. */
export interface ImportOptions extends Omit<ImportPlan, 'columns'> {
  /** Name of a new collection; undefined imports into the existing one. */
  readonly newName: string | undefined;
}

const FIRST_OPTIONS: ImportOptions = { match: '', onMatch: 'update', newName: undefined };

const NOTHING_WANTED: WantedReading = {};

/** The fields of a collection that can find one record: the unique ones, by its indexes, and those `isAlso`. */
async function keysOf(collection: Collection, isAlso: (field: SchemaField) => boolean) {
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

/** Creates an import into a collection, from the choice of the file to the result. */
export function createImport(collection: Collection, table: WorkerTable = openTable()) {
  const stopped = new AbortController();
  const $collection = atom(collection);
  /** Collections that were made for this import. */
  const made: Collection[] = [];
  /** The collections whose fields the choices name. */
  let collections = $collectionList.get();
  const $step = atom<ImportStep>('file');
  const $file = atom<ImportFile>({ state: 'none' });
  const $choices = atom<readonly ColumnChoice[]>([]);
  const $options = atom<ImportOptions>(FIRST_OPTIONS);
  const $unique = atom<readonly string[]>([]);
  /** By the id of a related collection: the fields by which its records can be looked up, beside their ids. */
  const $lookupKeys = atom<ReadonlyMap<string, readonly string[]>>(new Map());
  const $misfits = atom<ReadonlyMap<number, Misfits>>(new Map());
  const $isSaving = atom(false);
  /** What somebody else has changed since the columns were chosen. */
  const $changed = atom<Changed | undefined>(undefined);
  const $nameError = atom('');
  /** The file, and what was chosen of how it is read. */
  let source: { readonly file: Blob; readonly name: string; readonly wanted: WantedReading } | undefined;
  const { $dryRun, $newUsers, ...dryRun } = createDryRun(table);

  const $content = computed($file, (file) => (file.state === 'ready' ? file.content : undefined));
  const $plan = computed([$choices, $collection, $options, $content], (choices, into, options, content) =>
    planOf(choices, into, options, content?.columns),
  );
  const $missing = computed([$collection, $plan, $options], (into, { columns }, { newName }) =>
    newName === undefined ? missingFields(into, columns) : [],
  );
  const $repeated = computed($choices, repeatedNames);
  const target = () => ({ collection: $collection.get(), collections, plan: $plan.get() });

  async function loadKeys(into: Collection): Promise<void> {
    $unique.set(await keysOf(into, () => false));
    const related = into.schema.flatMap((field) => relatedTo(field, collections) ?? []);
    const found = related.map(async (other) => {
      return [other.id, await keysOf(other, ({ presentable }) => presentable)] as const;
    });
    $lookupKeys.set(new Map(await Promise.all(found)));
  }

  /** Counts the values that do not fit; a later plan replaces an earlier one. */
  async function check(): Promise<void> {
    const plan = $plan.get();
    const found = await table.check(plan);
    if (plan === $plan.get())
      $misfits.set(
        new Map(plan.columns.map(({ column }, at) => [column, found[at] ?? { count: 0, first: [] }])),
      );
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
    $options.set({ ...$options.get(), match: followed.match });
    void loadKeys(now);
    void checkCollections();
    return { texts, isSafe };
  }

  /** Reads the collections in use again; returns what has changed. The rows of the table follow. Throws ApiError. */
  async function look(options: CallOptions): Promise<Changed | undefined> {
    const into = $collection.get();
    const searched = searchedCollections($choices.get(), into, collections);
    const read = async ({ id, name }: Collection) => {
      try {
        return await getCollection(id, options);
      } catch (thrown) {
        throw toApiError(thrown).status === 404 ? missingCollection(name) : thrown;
      }
    };
    const [now, ...others] = await Promise.all([read(into), ...searched.map(read)]);
    const changed = adopt(now, others);
    if (changed) await check();
    return changed;
  }

  /** Shows the columns again with what has changed. */
  function showChanged(changed: Changed | undefined): boolean {
    $changed.set(changed);
    if (changed) $step.set('columns');
    return changed !== undefined;
  }

  const { $run, ...run } = createRun(table, { target, look });

  function choose(choices: readonly ColumnChoice[]): void {
    $choices.set(choices);
    const { match } = $options.get();
    // Records can't be found by a field that no column fills.
    if (match && !$plan.get().columns.some(({ field }) => field.name === match))
      $options.set({ ...$options.get(), match: '' });
    void check();
  }

  async function open(file: Blob, name: string, wanted: WantedReading = NOTHING_WANTED): Promise<void> {
    const last = $file.get();
    if (last.state === 'busy') return;
    dryRun.stop();
    const isAgain = file === source?.file && last.state === 'ready';
    source = { file, name, wanted };
    const progress = (bytes: number) =>
      $file.set({ state: 'busy', bytes, size: file.size, ...(isAgain && { before: last }) });
    progress(0);
    try {
      const content = await table.open(file, wanted, progress);
      if (stopped.signal.aborted) return;
      $file.set({ state: 'ready', name, content });
      $options.set(FIRST_OPTIONS);
      $changed.set(undefined);
      choose(firstChoices(content, $collection.get()));
      void loadKeys($collection.get());
      // What was guessed is looked at first.
      if (!content.isGuessed && wanted === NOTHING_WANTED) $step.set('columns');
    } catch (error) {
      const isKnown = error instanceof FileProblem;
      $file.set({ state: 'failed', message: isKnown ? error.message : report(error).message });
    }
  }

  /** Creates what the file needs, then checks what the import will do. */
  async function toCheck(): Promise<void> {
    const file = $content.get();
    if (!file || $isSaving.get()) return;
    const { newName } = $options.get();
    $isSaving.set(true);
    $nameError.set('');
    try {
      const isNew = newName !== undefined;
      if (!isNew && showChanged(await look({ signal: stopped.signal }))) return;
      const choices = $choices.get();
      if (isNew || choices.some(({ use }) => use === 'new')) {
        const saved = await addFields(newName ?? $collection.get(), choices, stopped.signal);
        if (!saved) return;
        if (isNew) made.push(saved);
        // Somebody may have changed the collection while the question was on screen.
        const changed = isNew ? undefined : adopt(saved);
        $collection.set(saved);
        $options.set({ ...$options.get(), newName: undefined });
        $choices.set(
          $choices.get().map((choice) => (choice.use === 'new' ? { ...choice, use: 'field' } : choice)),
        );
        void loadKeys(saved);
        if (showChanged(changed)) return void check();
      }
      await check();
      $step.set('check');
      void dryRun.start(target(), file);
    } catch (thrown) {
      const error = report(thrown, { isShown: (name) => name === 'name' });
      $nameError.set(fieldErrors(error.body.data)['name'] ?? '');
    } finally {
      $isSaving.set(false);
    }
  }

  return {
    $collection,
    $step,
    $file,
    $content,
    $choices,
    $options,
    $unique,
    $lookupKeys,
    $misfits,
    $isSaving,
    $changed,
    $nameError,
    $plan,
    $missing,
    $repeated,
    $dryRun,
    $newUsers,
    $run,
    open,
    /** Reads the file again in another way. */
    reread: async (change: WantedReading): Promise<void> => {
      if (source) await open(source.file, source.name, { ...source.wanted, ...change });
    },
    /** Goes from the file to its columns. */
    toColumns: (): void => {
      if ($content.get()) $step.set('columns');
    },
    setColumn: (column: number, change: Partial<ColumnChoice>): void =>
      choose($choices.get().map((choice, at) => (at === column ? { ...choice, ...change } : choice))),
    setNewField: (column: number): void => {
      const file = $content.get()?.columns[column];
      const choices = $choices.get();
      if (!file) return;
      const others = choices.filter((_, at) => at !== column);
      choose(choices.with(column, newFieldChoice(file, $collection.get(), others)));
    },
    /** Imports into a new collection, or into the existing one again. */
    setNewCollection: (isNew: boolean): void => {
      const file = $content.get();
      if (!file) return;
      $options.set({ ...FIRST_OPTIONS, newName: isNew ? '' : undefined });
      choose(isNew ? newCollectionChoices(file.columns) : firstChoices(file, $collection.get()));
    },
    setOptions: (change: Partial<ImportOptions>): void => {
      $options.set({ ...$options.get(), ...change });
      void check();
    },
    toCheck,
    /** Chooses what new users get in place of a password, then checks the rows again. */
    setPasswords: (change: Pick<ImportPlan, 'randomPasswords' | 'keepsHashes'>): void => {
      $options.set({ ...$options.get(), ...change });
      void toCheck();
    },
    /** Goes back to the step before. */
    back: (): void => {
      dryRun.stop();
      $step.set($step.get() === 'check' ? 'columns' : 'file');
    },
    /** Runs the import, then shows the records. */
    start: async (): Promise<void> => {
      const file = $content.get();
      if (!file || $run.get()?.state === 'busy') return;
      $step.set('run');
      if (!showChanged(await run.start(file)) && !stopped.signal.aborted) await refreshRecords();
    },
    pause: run.pause,
    resume: run.resume,
    cancel: run.cancel,
    /** Offers to remove the collections that were made, if they are empty. */
    offerRemoval: async (): Promise<void> => {
      for (const one of made.splice(0)) await offerRemoval(one);
    },
    refused: run.refused,
    saveRefused: async (): Promise<void> => {
      const file = $file.get();
      if (file.state !== 'ready') return;
      const name = file.name.replace(/\.\w+$/, '');
      saveFile(`${name}-refused.${file.content.format}`, await run.refused());
    },
    /** Ends everything at once. */
    dispose: stopAll(
      () => stopped.abort(),
      dryRun.stop,
      run.dispose,
      () => table.close(),
    ),
  };
}

export type Import = ReturnType<typeof createImport>;
