import { atom, onMount } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { listByIds, listPickable } from '#api/records/pick.ts';
import { readOnlyBy, setReadOnly } from '#browser/read-only.ts';
import { isRefusal } from '#domain/app/api-error.ts';
import { textInJson } from '#domain/app/text-in-json.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { searchFieldsOf } from '#domain/collections/columns.ts';
import { filterFits } from '#domain/model/filter/fit.ts';
import { containedText, containsFilter } from '#domain/model/filter/print.ts';
import { unquoted } from '#domain/model/filter/walk.ts';
import { type Command, rankCommands } from '#domain/palette/commands.ts';
import { presentableFields } from '#domain/records/list-query.ts';
import { NAME_FIELDS, presentableText, type RecordData } from '#domain/records/record.ts';
import { idFieldOf, mayHaveId } from '#domain/records/record-id.ts';
import { fittingSpellings, searchable } from '#domain/records/search-filter.ts';
import { routes } from '#routing/routes.ts';
import { can } from '#stores/app/capabilities.ts';
import { dialect } from '#stores/app/dialect.ts';
import { openArrangements, openTimes } from '#stores/app/popups.ts';
import { go, showsRecords } from '#stores/app/route.ts';
import { $hidesControls } from '#stores/app/settings.ts';
import { otherBackends, switchBackend } from '#stores/app/switch-backend.ts';
import { setTheme, THEME_CHOICES } from '#stores/app/theme.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { openNewCollection } from '#stores/collections/editor/open.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';
import { $hasViews } from '#stores/records/stored-views.ts';
import { inBackendsWord } from '#wire/identities.ts';
import { newestFirst } from '#wire/records.ts';
import { $uses } from './uses.ts';

/** Records per collection, and collections that are searched for a text. */
const PER_COLLECTION = 5;
const MAX_COLLECTIONS = 4;
/** Time without another key before the backend is asked, in ms. */
const PAUSE = 200;
/** Requests at once, while an id is looked for in every collection. */
const PARALLEL = 6;

interface FoundRecord {
  readonly collection: Collection;
  readonly record: RecordData;
}

/** The collection on screen, then those that were opened last. */
function likely(): readonly Collection[] {
  const active = $activeCollection.get();
  const uses = $uses.get();
  const usedAt = ({ id }: Collection) => uses[`collection:${id}`]?.last ?? 0;
  const used = $collectionList.get().filter((collection) => usedAt(collection) > 0);
  used.sort((one, other) => usedAt(other) - usedAt(one));
  return [...new Set([...(active ? [active] : []), ...used])].slice(0, MAX_COLLECTIONS);
}

/** The backend refuses to search a view whose query fails; that says nothing of the other collections. */
function noneIfRefused(thrown: unknown): readonly RecordData[] {
  if (isRefusal(toApiError(thrown))) return [];
  throw thrown;
}

async function findIn(
  collections: readonly Collection[],
  find: (collection: Collection) => Promise<readonly RecordData[]>,
): Promise<readonly FoundRecord[]> {
  const found = collections.map(async (collection) =>
    (await find(collection).catch(noneIfRefused)).map((record) => ({ collection, record })),
  );
  return (await Promise.all(found)).flat();
}

async function findId(id: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const all = [...new Set([...likely(), ...$collectionList.get()])];
  // Hooks store ids that do not fit their field. Where any text may be one, each word would be looked for.
  const rest = all.filter((one) => mayHaveId(id) || (idFieldOf(one)?.pattern && mayHaveId(id, one)));
  let found: readonly FoundRecord[] = [];
  while (rest.length && !found.length) {
    found = await findIn(rest.splice(0, PARALLEL), (one) => listByIds(one.id, [id], '', { signal }));
  }
  return found;
}

/** The fields by whose values a record is shown: see `presentableText`. */
function textFields(collection: Collection): readonly string[] {
  const names = presentableFields(collection);
  if (collection.fields.some(({ isPresentable, type }) => isPresentable && type !== 'file')) return names;
  return [...names, ...searchFieldsOf(collection).filter((name) => NAME_FIELDS.some((one) => one === name))];
}

const findText = (text: string, signal: AbortSignal): Promise<readonly FoundRecord[]> =>
  findIn(likely(), (collection) => {
    // Lists and JSON are stored as JSON. All in quotes: the backend reads true as 1.
    const filterOf = (fields: readonly string[], spellings: readonly string[]) =>
      [...new Set(spellings.flatMap((one) => [one, textInJson(one)]))]
        .map((one) => containsFilter(one, fields, containedText))
        .join('||');
    const fields = ['id', ...textFields(collection)];
    const { limits } = dialect();
    const spellings = fittingSpellings(unquoted(text) ?? text, (some) =>
      filterFits(filterOf(['id'], some), limits),
    );
    const filter = filterOf(
      searchable(fields, (some) => filterOf(some, spellings), limits),
      spellings,
    );
    const query = { page: 1, perPage: PER_COLLECTION, sort: newestFirst(collection), filter, expand: '' };
    return listPickable({ collection: collection.id, ...query }, { signal });
  });

/** Creates the search for records of the palette: by id in every collection, by presentable text in the likely ones. */
export function createRecordSearch() {
  const $found = atom<readonly FoundRecord[]>([]);
  const $isBusy = atom(false);
  const latest = createLatest();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const find = async (text: string) => {
    const signal = latest.begin();
    try {
      const withId = await findId(text, signal);
      // A word may be as long as an id.
      const found = withId.length ? withId : await findText(text, signal);
      if (!signal.aborted) $found.set(found);
    } catch {
      // The commands are there all the same.
      if (!signal.aborted) $found.set([]);
    }
    if (!signal.aborted) $isBusy.set(false);
  };
  return {
    $found,
    $isBusy,
    /** Searches after a pause; texts of one character find too much. */
    search: (text: string): void => {
      clearTimeout(timer);
      latest.abort();
      const isSearched = text.length > 1;
      $isBusy.set(isSearched);
      if (isSearched) timer = setTimeout(() => void find(text), PAUSE);
      else $found.set([]);
    },
    stop: stopAll(() => clearTimeout(timer), latest.abort),
  };
}

const collectionCommand = ({ id, name }: Collection): Command => ({
  id: `collection:${id}`,
  title: name,
  group: 'Collections',
  icon: 'icon-[ri--folder-2-line]',
  run: () => go('collections', { collectionId: id }),
});

/** Whether the backend has what a screen is about. */
function isOffered(name: string): boolean {
  const { hasCrons, hasOwnAuth, runsSql } = can();
  if (name === 'settingsCrons') return Boolean(hasCrons);
  if (name === 'settingsSql') return Boolean(runsSql);
  return !(hasOwnAuth && (name === 'settingsProviders' || name === 'settingsTokens'));
}

const screenCommands = () =>
  Object.entries(routes).flatMap(([name, { access, path, title }]): Command[] => {
    if (access !== 'admin' || !isOffered(name)) return [];
    const run = () => go(name as keyof typeof routes);
    return [
      {
        id: `go:${path}`,
        title: inBackendsWord(title),
        group: 'Go to',
        icon: 'icon-[ri--arrow-right-line]',
        run,
      },
    ];
  });

const themeCommands: readonly Command[] = THEME_CHOICES.map(([theme, label]) => ({
  id: `theme:${theme}`,
  title: `${label} theme`,
  group: 'Theme',
  icon: 'icon-[ri--contrast-2-line]',
  run: () => setTheme(theme),
}));

const timesCommand: Command = {
  id: 'times',
  title: 'Times in UTC or another time zone',
  group: 'Theme',
  icon: 'icon-[ri--calendar-line]',
  run: openTimes,
};

/** None where the operator has set the mode. */
function readOnlyCommands(): readonly Command[] {
  const by = readOnlyBy();
  if (by === 'operator') return [];
  const title = `Read-only mode: ${by ? 'off' : 'on'}`;
  const run = () => setReadOnly(!by);
  return [{ id: 'read-only', title, group: 'Go to', icon: 'icon-[ri--lock-line]', run }];
}

const newCollection: Command = {
  id: 'new-collection',
  title: 'New collection',
  group: 'Collections',
  icon: 'icon-[ri--add-line]',
  // Only that screen has the editor; with unsaved changes it may not open.
  run() {
    if (!showsRecords()) go('collections');
    if (showsRecords()) void openNewCollection();
  },
};

const arrangements: Command = {
  id: 'arrangements',
  title: 'Shared arrangements',
  group: 'Go to',
  icon: 'icon-[ri--group-line]',
  run: openArrangements,
};

const switchCommands = (): readonly Command[] =>
  otherBackends().map((backend) => ({
    id: `backend:${backend.name}`,
    title: `Switch to ${backend.name}`,
    group: 'Backends',
    icon: 'icon-[ri--server-line]',
    run: () => switchBackend(backend),
  }));

/** Makes commands of a collection's saved views; none until their code is there, fetched if there are any. */
export const $viewsOf = atom<(collection: Collection) => readonly Command[]>(() => []);

onMount($viewsOf, () => {
  if (!$hasViews.get()) return;
  // Without the code, the palette offers all else.
  void import('./views.ts').then(
    ({ viewCommands }) => $viewsOf.set(viewCommands),
    () => {},
  );
});

export const commandsOf = (
  collections: readonly Collection[],
  viewsOf: (collection: Collection) => readonly Command[] = () => [],
): readonly Command[] => [
  ...collections.map(collectionCommand),
  ...collections.flatMap(viewsOf),
  ...($hidesControls.get() ? [] : [newCollection]),
  ...screenCommands(),
  arrangements,
  ...readOnlyCommands(),
  ...themeCommands,
  timesCommand,
  ...switchCommands(),
];

export function recordCommand({ collection, record }: FoundRecord): Command {
  return {
    id: `record:${collection.id}:${record.id}`,
    title: presentableText(record, collection),
    group: 'Records',
    icon: 'icon-[ri--file-3-line]',
    hint: collection.name,
    run: () => go('collections', { collectionId: collection.id, recordId: record.id }),
  };
}

/** The commands that open found records; during a search only those that also fit `typed`: Enter may come at once. */
export function recordCommands(
  found: readonly FoundRecord[],
  typed: string,
  isBusy: boolean,
): readonly Command[] {
  const commands = typed ? found.map(recordCommand) : [];
  return isBusy ? rankCommands(commands, typed, {}, 0) : commands;
}
