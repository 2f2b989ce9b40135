import { atom, onMount } from 'nanostores';
import type { Collection } from '#domain/collections/collection.ts';
import { type Command, rankCommands } from '#domain/palette/commands.ts';
import { presentableText } from '#domain/records/cell-text.ts';
import { routes } from '#routing/routes.ts';
import { openArrangements, openTimes } from '#stores/app/popups.ts';
import { $route, go } from '#stores/app/route.ts';
import { $hideControls } from '#stores/app/settings.ts';
import { otherBackends, switchBackend } from '#stores/app/switch-backend.ts';
import { setTheme, THEME_CHOICES } from '#stores/app/theme.ts';
import { openNewCollection } from '#stores/collections/editor/open.ts';
import { $hasViews } from '#stores/records/stored-views.ts';
import type { FoundRecord } from './records.ts';

const collectionCommand = ({ id, name }: Collection): Command => ({
  id: `collection:${id}`,
  title: name,
  group: 'Collections',
  icon: 'icon-[ri--folder-2-line]',
  run: () => go('collections', { collectionId: id }),
});

const screenCommands = Object.entries(routes).flatMap(([name, { access, path, title }]): Command[] => {
  if (access !== 'admin') return [];
  const run = () => go(name as keyof typeof routes);
  return [{ id: `go:${path}`, title, group: 'Go to', icon: 'icon-[ri--arrow-right-line]', run }];
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

const newCollection: Command = {
  id: 'new-collection',
  title: 'New collection',
  group: 'Collections',
  icon: 'icon-[ri--add-line]',
  // Only that screen has the editor; with unsaved changes it may not open.
  run() {
    if ($route.get()?.name !== 'collections') go('collections');
    if ($route.get()?.name === 'collections') void openNewCollection();
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

/** Makes commands of the saved views of a collection; none until their code is there, which is fetched if there are any. */
export const $viewsOf = atom<(collection: Collection) => readonly Command[]>(() => []);

onMount($viewsOf, () => {
  if (!$hasViews.get()) return;
  // Without the code, the palette offers all else.
  void import('./views.ts').then(
    ({ viewCommands }) => $viewsOf.set(viewCommands),
    () => {},
  );
});

/** The commands of every screen. */
export const commandsOf = (
  collections: readonly Collection[],
  viewsOf: (collection: Collection) => readonly Command[] = () => [],
): readonly Command[] => [
  ...collections.map(collectionCommand),
  ...collections.flatMap(viewsOf),
  ...($hideControls.get() ? [] : [newCollection]),
  ...screenCommands,
  arrangements,
  ...themeCommands,
  timesCommand,
  ...switchCommands(),
];

/** The command that opens a record. */
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

/**
 * The commands that open the records found for a text. While the search for it runs, they are of the text before, and
 * only those that also fit this one stay: Enter may come at once.
 */
export function recordCommands(
  found: readonly FoundRecord[],
  typed: string,
  isBusy: boolean,
): readonly Command[] {
  const commands = typed ? found.map(recordCommand) : [];
  return isBusy ? rankCommands(commands, typed, {}, 0) : commands;
}
