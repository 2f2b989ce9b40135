// @ts-check

/** Entries of the screens. */
const COLLECTIONS =
  /\/islands\/(collections\/CollectionsSidebar|records\/RecordsPage)\.tsx$|\/stores\/records\/page\.ts$/;
const LOGS = /\/islands\/logs\/LogsPage\.tsx$|\/stores\/logs\/page\.ts$/;
const LISTS = new RegExp(`${COLLECTIONS.source}|${LOGS.source}`);
const APPLICATION = /\/islands\/settings\/ApplicationPage\.tsx$/;
const BACKUPS = /\/islands\/settings\/BackupsPage\.tsx$/;
const ADMINS = /\/islands\/settings\/AdminsPage\.tsx$|\/stores\/settings\/admins\/list\.ts$/;
const OTHER_SETTINGS = /\/islands\/settings\/(?!Admins|Application|Backups|Settings)\w+Page\.tsx$/;
const RECORD_PANELS =
  /\/islands\/records\/panel\/RecordPanels\.tsx$|\/stores\/records\/panel\/follow-route\.ts$/;
const EXPORT_OR_IMPORT = /\/islands\/settings\/(Export|Import)Page\.tsx$/;

/**
 * Which modules share a chunk. By default the bundler makes a chunk for every set of entries: the sign-in page
 * would load about 25 chunks of a few hundred bytes, and browsers open only six connections. Modules that a page
 * always needs together therefore share a chunk: a module belongs to the first group whose entries import it
 * statically, directly or indirectly.
 *
 * @type {readonly { name: string, entries: readonly RegExp[], modules?: RegExp }[]} `modules`: only these
 */
const GROUPS = [
  {
    name: 'core',
    entries: [/Shell\.astro|\/layouts\/boot\.ts$|\/islands\/app\/Overlays\.tsx$|\/auth\/LoginPage\.tsx$/],
  },
  {
    name: 'shell',
    entries: [/\/islands\/app\/(AvatarMenu|SidebarResizer)\.tsx$|\/layouts\/signed-in\.ts$/],
  },
  // With several entries: what each of them imports. First what pages of settings and the lists share, so that
  // neither loads the other's chunk for it.
  { name: 'common', entries: [APPLICATION, LISTS] },
  { name: 'collection', entries: [EXPORT_OR_IMPORT, COLLECTIONS], modules: /\/collections\// },
  { name: 'screens', entries: [OTHER_SETTINGS, LISTS] },
  { name: 'values', entries: [BACKUPS, LISTS] },
  // Apart from the tables, which are larger: the page requests its list as soon as it has these.
  { name: 'data', entries: [ADMINS, LOGS], modules: /\/src\/(stores|lib)\// },
  { name: 'tables', entries: [ADMINS, LOGS] },
  { name: 'rows', entries: [ADMINS, COLLECTIONS] },
  { name: 'lists', entries: [COLLECTIONS, LOGS] },
  { name: 'collections', entries: [COLLECTIONS] },
  // Modules of other features apart from the screen's own, because panels of other screens use them too.
  { name: 'parts', entries: [LOGS], modules: /^(?!.*\/logs\/)/ },
  { name: 'logs', entries: [LOGS] },
  // What lists need of the settings, without the form.
  { name: 'header', entries: [ADMINS, BACKUPS] },
  { name: 'unsaved', entries: [BACKUPS, APPLICATION] },
  { name: 'settings', entries: [APPLICATION] },
  { name: 'uploads', entries: [BACKUPS, RECORD_PANELS] },
  // The popups of this page import some of them too, each another set.
  { name: 'backups', entries: [BACKUPS], modules: /\/settings\/backups[/.]/ },
];

/** Modules that the page's script imports on demand. They need no separate files: their group is loaded anyway. */
const ON_DEMAND = /\/layouts\/signed-in\.ts$|\/stores\/(records|logs)\/page\.ts$/;

/** React's renderer is a separate chunk: it changes rarely and is by far the largest. */
const RENDERER = /node_modules[\\/](react-dom[\\/](cjs[\\/]react-dom-)?client|scheduler)/;
/** The small part of react-dom that libraries import; it must not be part of a library's chunk. */
const REACT_DOM = /node_modules[\\/]react-dom[\\/](index|cjs[\\/]react-dom\.production)/;

/**
 * The modules that import a module statically, directly or indirectly, including itself.
 *
 * @param {string} id
 * @param {ChunkContext} context
 */
function importersOf(id, context) {
  const seen = new Set([id]);
  for (const current of seen) {
    for (const importer of context.getModuleInfo(current)?.importers ?? []) seen.add(importer);
  }
  return [...seen];
}

/**
 * @typedef {{ getModuleInfo: (id: string) => { importers: readonly string[] } | null }} ChunkContext
 */

/**
 * The groups in the bundler's format. The modules of a group also bring their imports, so the first group needs
 * the highest priority.
 */
export const chunkGroups = GROUPS.map(({ name, entries, modules }, index) => ({
  /** @param {string} id @param {ChunkContext} context */
  name: (id, context) => {
    if (REACT_DOM.test(id)) return index === 0 ? name : null;
    if (RENDERER.test(id) || (modules && !modules.test(id))) return null;
    // The entries keep their own files, because islands are loaded by them.
    if (!ON_DEMAND.test(id) && GROUPS.some((group) => group.entries.some((entry) => entry.test(id))))
      return null;
    const importers = importersOf(id, context);
    return entries.every((entry) => importers.some((other) => entry.test(other))) ? name : null;
  },
  debugName: name,
  priority: GROUPS.length - index,
}));
