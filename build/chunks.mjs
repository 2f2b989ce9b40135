// @ts-check

/** Entries of the screens. */
const COLLECTIONS =
  /\/islands\/(collections\/CollectionsSidebar|records\/RecordsPage)\.tsx$|\/stores\/records\/page\.ts$/;
const LOGS = /\/islands\/logs\/LogsPage\.tsx$|\/stores\/logs\/page\.ts$/;
const LISTS = new RegExp(`${COLLECTIONS.source}|${LOGS.source}`);
const APPLICATION = /\/islands\/settings\/ApplicationPage\.tsx$/;
const BACKUPS = /\/islands\/settings\/BackupsPage\.tsx$/;
const ADMINS = /\/islands\/settings\/AdminsPage\.tsx$/;
const OTHER_SETTINGS = /\/islands\/settings\/(?!Admins|Application|Backups|Settings)\w+Page\.tsx$/;
const RECORD_PANELS =
  /\/islands\/records\/panel\/RecordPanels\.tsx$|\/stores\/records\/panel\/follow-route\.ts$/;

/**
 * Which modules share a chunk. By default the bundler makes a chunk for every set of entries: the sign-in page
 * would load about 25 chunks of a few hundred bytes, and browsers open only six connections. Modules that a page
 * always needs together therefore share a chunk: a module belongs to the first group whose entries import it
 * statically, directly or indirectly.
 *
 * @typedef {object} Group
 * @property {string} name
 * @property {readonly (readonly RegExp[])[]} entries lists of entries; a module belongs to the group if each entry of one
 *   list imports it
 * @property {RegExp} [modules] only these
 *
 * @type {readonly Group[]}
 */
const GROUPS = [
  {
    name: 'core',
    entries: [[/Shell\.astro|\/layouts\/boot\.ts$|\/islands\/app\/Overlays\.tsx$|\/auth\/LoginPage\.tsx$/]],
  },
  // One request for what several screens of administrators need: a request takes longer than a few kilobytes.
  {
    name: 'shell',
    entries: [
      [/\/islands\/app\/(AvatarMenu|SidebarResizer)\.tsx$|\/layouts\/signed-in\.ts$/],
      [APPLICATION, LISTS],
      [OTHER_SETTINGS, LISTS],
      [BACKUPS, LISTS],
      [BACKUPS, ADMINS],
      [BACKUPS, APPLICATION],
      [BACKUPS, RECORD_PANELS],
    ],
  },
  {
    name: 'tables',
    entries: [
      [ADMINS, LOGS],
      [ADMINS, COLLECTIONS],
      [COLLECTIONS, LOGS],
    ],
  },
  { name: 'collections', entries: [[COLLECTIONS]] },
  // Modules of other features apart from the screen's own, because panels of other screens use them too.
  { name: 'parts', entries: [[LOGS]], modules: /^(?!.*\/logs\/)/ },
  { name: 'logs', entries: [[LOGS]] },
  { name: 'settings', entries: [[APPLICATION]] },
  // The popups and panels of these pages import some of their modules too, each another set.
  { name: 'admins', entries: [[ADMINS]], modules: /\/settings\/admins[/.]/ },
  { name: 'backups', entries: [[BACKUPS]], modules: /\/settings\/backups[/.]/ },
];

/** Modules that the page's script imports on demand. They need no separate files: their group is loaded anyway. */
const ON_DEMAND = /\/layouts\/signed-in\.ts$|\/stores\/(records|logs)\/page\.ts$/;

const ENTRIES = GROUPS.flatMap(({ entries }) => entries.flat());

/** React's renderer is a separate chunk: it changes rarely and is by far the largest. */
const RENDERER = /node_modules[\\/](react-dom[\\/](cjs[\\/]react-dom-)?client|scheduler)/;
/** What every chunk imports: the bundler's helpers, and the small part of react-dom that libraries use. */
const EVERYWHERE =
  /^\0?rolldown[\\/]runtime|node_modules[\\/]react-dom[\\/](index|cjs[\\/]react-dom\.production)/;

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
    if (EVERYWHERE.test(id)) return index === 0 ? name : null;
    if (RENDERER.test(id) || (modules && !modules.test(id))) return null;
    // The entries keep their own files, because islands are loaded by them.
    if (!ON_DEMAND.test(id) && ENTRIES.some((entry) => entry.test(id))) return null;
    const importers = importersOf(id, context);
    const isNeededBy = (/** @type {RegExp} */ entry) => importers.some((other) => entry.test(other));
    return entries.some((list) => list.every(isNeededBy)) ? name : null;
  },
  debugName: name,
  priority: GROUPS.length - index,
}));
