// @ts-check
/*
 * Lets modules that a page always needs together share a chunk: the sign-in page loads 6 files in place of about 25,
 * and the records, with what they fetch ahead, 69 in place of 114. A module says what it is in a comment of its own,
 * such as `// chunks: logs, on demand`.
 * Leans on: Rolldown's `codeSplitting.groups`, their `entriesAware`, and `getModuleInfo`. Fails: when no module has a
 * mark that is asked for here, one has another, or a marked module or a named folder is not in the build.
 */
import { readdirSync, readFileSync } from 'node:fs';

const SOURCES = new URL('../src/', import.meta.url);
const MARKS = /^\/\/ chunks: (.+)$/m;

/** Paths in `src` of the modules that have a mark. @type {Map<string, string[]>} */
const MARKED = new Map();
for (const path of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
  const text = /\.tsx?$/.test(path) ? readFileSync(new URL(path, SOURCES), 'utf8') : '';
  for (const mark of MARKS.exec(text)?.[1]?.split(', ') ?? [])
    MARKED.set(mark, [...(MARKED.get(mark) ?? []), path.replaceAll('\\', '/')]);
}
const unknown = new Set(MARKED.keys());

/**
 * The modules that have a mark.
 *
 * @param {string} mark
 */
function marked(mark) {
  unknown.delete(mark);
  const paths = MARKED.get(mark);
  if (!paths) throw new Error(`No module of src has the mark "// chunks: ${mark}" (build/chunks.mjs).`);
  return paths;
}

/** Entries of the screens. */
const COLLECTIONS = marked('collections');
const LOGS = marked('logs');
const LISTS = [...COLLECTIONS, ...LOGS];
const APPLICATION = marked('application');
const BACKUPS = marked('backups');
const ADMINS = marked('admins');
const KEYS = marked('keys');
const RECORD_PANELS = marked('record panels');
const LIVE = marked('live');
const SEARCHED_TEXT = marked('searched text');
const SEARCH_FILTER = marked('search filter');
const LOGS_FILTER = marked('logs filter');
/** What two screens and panels of all screens need, but no other first screen. */
const AMOUNTS = marked('amounts');
const UPLOAD = marked('upload');
const MOVED = marked('moved');
const GLANCE = marked('glance');
const FILTERS = marked('filters');
const EDITS = marked('edits');
const NAMED = marked('named');
const CORE = marked('core');
/** What those who are signed in do without. */
const SIGN_IN = marked('sign-in');
const PROVIDER_NAMES = marked('provider names');
const RICH_TEXT = marked('rich text');
/** Modules that are imported on demand. They need no separate files: their group is loaded anyway. */
const ON_DEMAND = [
  ...marked('on demand'),
  ...KEYS,
  ...LIVE,
  ...SEARCHED_TEXT,
  ...SEARCH_FILTER,
  ...LOGS_FILTER,
];

/**
 * Whether a module is one of these files of `src`.
 *
 * @param {string} id
 * @param {readonly string[]} paths
 */
const isOneOf = (id, paths) => paths.some((path) => id.split('?')[0]?.endsWith(`/src/${path}`));

/**
 * Which modules share a chunk. By default the bundler makes a chunk for every set of entries: the sign-in page
 * would load about 25 chunks of a few hundred bytes, and browsers open only six connections. Modules that a page
 * always needs together therefore share a chunk: a module belongs to the first group whose entries import it
 * statically, directly or indirectly.
 *
 * @typedef {object} Group
 * @property {string} name
 * @property {readonly (readonly (readonly string[])[])[]} entries lists of screens; a module belongs to the group if each
 *   screen of one list imports it by one of its entries
 * @property {(id: string) => boolean} [modules] only these
 */

/** @type {readonly Group[]} */
const GROUPS = [
  { name: 'core', entries: [[CORE], [marked('visit')]], modules: (id) => !isOneOf(id, SIGN_IN) },
  { name: 'sign-in', entries: [[CORE]], modules: (id) => isOneOf(id, SIGN_IN) },
  // One request for what several screens of administrators need: a request takes longer than a few kilobytes.
  {
    name: 'shell',
    entries: [
      [marked('frame')],
      [APPLICATION, LISTS],
      [marked('other settings'), LISTS],
      [BACKUPS, LISTS],
      [BACKUPS, ADMINS],
      [BACKUPS, APPLICATION],
      // What the wires of all lines share.
      [marked('pb22'), marked('pb23')],
    ],
    modules: (id) => !isOneOf(id, [...AMOUNTS, ...UPLOAD]),
  },
  // Of these, a page needs one: that of its backend's line.
  { name: 'pb22', entries: [[marked('pb22')]], modules: (id) => id.includes('/wire/pb22/') },
  {
    name: 'pb23',
    entries: [[marked('pb23')]],
    modules: (id) => /\/(wire\/pb23\/|api\/session-proof|wire\/(both\/)?guests)/.test(id),
  },
  {
    name: 'tables',
    entries: [
      [ADMINS, LOGS],
      [ADMINS, COLLECTIONS],
      [COLLECTIONS, LOGS],
      // What its panel of slow lists shares with the lists themselves: the records are another screen.
      [COLLECTIONS, marked('slow lists')],
    ],
  },
  { name: 'amounts', entries: [[LOGS], [BACKUPS]], modules: (id) => isOneOf(id, AMOUNTS) },
  { name: 'upload', entries: [[BACKUPS]], modules: (id) => isOneOf(id, UPLOAD) },
  { name: 'moved', entries: [[marked('other settings')]], modules: (id) => isOneOf(id, MOVED) },
  { name: 'glance', entries: [[marked('providers')]], modules: (id) => isOneOf(id, GLANCE) },
  { name: 'collections', entries: [[COLLECTIONS]] },
  // The record picker needs a part of it, which is there already.
  { name: 'keys', entries: [[KEYS]] },
  // Modules of other features apart from the screen's own, because panels of other screens use them too.
  { name: 'parts', entries: [[LOGS]], modules: (id) => !id.includes('/logs/') },
  { name: 'logs', entries: [[LOGS]] },
  // What reads a filter: that of the log needs no collections.
  { name: 'filter-words', entries: [[LOGS_FILTER]], modules: (id) => !isOneOf(id, LOGS_FILTER) },
  // What reads a filter and a path: panels of several screens need it, and the first load names each file.
  {
    name: 'filters',
    entries: [[marked('views')]],
    modules: (id) => isOneOf(id, FILTERS),
  },
  // Small, and panels of most screens need it: what merges and saves edits, and what makes ids and secrets.
  { name: 'edits', entries: [[RECORD_PANELS]], modules: (id) => isOneOf(id, EDITS) },
  // Three files: a search for administrators needs no collections. The preload map finds them by these names.
  { name: 'searched-text', entries: [[SEARCHED_TEXT]], modules: (id) => isOneOf(id, SEARCHED_TEXT) },
  { name: 'search-filter', entries: [[SEARCH_FILTER]], modules: (id) => isOneOf(id, SEARCH_FILTER) },
  { name: 'logs-filter', entries: [[LOGS_FILTER]], modules: (id) => isOneOf(id, LOGS_FILTER) },
  // The list of providers is a first screen, which needs nothing of the editor of collections.
  { name: 'provider-names', entries: [[marked('providers')]], modules: (id) => isOneOf(id, PROVIDER_NAMES) },
  {
    name: 'settings',
    entries: [[APPLICATION]],
    // The other pages do without what only that of the application has.
    modules: (id) => !/\/settings\/(application|rate-rules)/.test(id),
  },
  // The popups and panels of these pages import some of their modules too, each another set.
  { name: 'admins', entries: [[ADMINS]], modules: (id) => /\/settings\/admins[/.]/.test(id) },
  { name: 'backups', entries: [[BACKUPS]], modules: (id) => /\/settings\/backups[/.]/.test(id) },
];

/**
 * Fetched soon after the records: what keeps the list up to date, the panels, and the editor of collections. Only what
 * no part of another screen needs: that would fetch all of it.
 *
 * @type {readonly Group[]}
 */
const AFTER_RECORDS = [
  { name: 'records', entries: [[LIVE, RECORD_PANELS]] },
  { name: 'live', entries: [[LIVE]] },
  { name: 'forms', entries: [[RECORD_PANELS, marked('editors')]] },
  // What the sidebar and the docs need too: they would name all files that a panel imports.
  { name: 'named', entries: [[RECORD_PANELS]], modules: (id) => isOneOf(id, NAMED) },
  { name: 'panels', entries: [[RECORD_PANELS]] },
];
if (unknown.size) throw new Error(`build/chunks.mjs knows no mark of: ${[...unknown].join(', ')}`);

const SCREENS = GROUPS.flatMap(({ entries }) => entries.flat(2));
const ENTRIES = [...new Set([...SCREENS, ...AFTER_RECORDS.flatMap(({ entries }) => entries.flat(2))])];

/** Folders of parts that are fetched with the records or from them: {@link AFTER_RECORDS} is there already. */
const WITH_RECORDS = [
  ...['app/arrangements', 'app/palette', 'app/promote', 'collections', 'docs', 'field-types', 'records'].map(
    (name) => `islands/${name}/`,
  ),
  ...['arrangements', 'collections', 'palette', 'promote', 'records'].map((name) => `stores/${name}/`),
];

/** @param {string} id @param {readonly string[]} folders of `src` */
const isIn = (id, folders) => folders.some((folder) => id.includes(`/src/${folder}`));

/** React's renderer is a separate chunk: it changes rarely and is by far the largest. */
const RENDERER = /node_modules[\\/](react-dom[\\/](cjs[\\/]react-dom-)?client|scheduler)/;
/** What libraries everywhere import: the small part of react-dom. */
const EVERYWHERE = /node_modules[\\/]react-dom[\\/](index|cjs[\\/]react-dom\.production)/;

/**
 * Whether a module is the entry of a screen or a panel, React's renderer, or the rich-text editor: they are needed soon
 * after the page.
 *
 * @param {string} id
 */
export const isNeededSoon = (id) =>
  RENDERER.test(id) || isOneOf(id, [...SCREENS, ...RECORD_PANELS, ...RICH_TEXT]);

/** The bundler adds the names of all parts that share a chunk to its name, so it has to be replaced in the file's. */
const SHARED = 'part';

/** Name of a chunk's file. @param {{ name: string }} chunk */
export const chunkFileName = ({ name }) =>
  `assets/${name.startsWith(`${SHARED}~`) ? SHARED : '[name]'}.[hash:7].js`;

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
 * @typedef {{ getModuleInfo: (id: string) => { importers: readonly string[], dynamicImporters?: readonly string[], isEntry: boolean } | null }} ChunkContext
 */

/** A chunk with less source, in characters, joins one that is mostly needed together with it. */
const SMALLEST = {
  screens: 1500,
  'other screens': 1500,
  // Fetched with others, where a request costs more than what is not needed yet.
  parts: 6000,
};

/**
 * What is left and shared: a chunk for the modules that the same parts need, as without groups.
 *
 * @param {'screens' | 'other screens' | 'parts'} users modules of first screens, of parts that are fetched without the
 *   records, or of any parts
 */
const sharedGroup = (users) => ({
  /** @param {string} id @param {ChunkContext} context */
  name: (id, context) => {
    const info = context.getModuleInfo(id);
    // Islands are loaded by their own files, and what is imported on demand keeps one of its name.
    if (RENDERER.test(id) || info?.isEntry || info?.dynamicImporters?.length) return null;
    const importers = importersOf(id, context);
    const isOfScreen = importers.some((other) => context.getModuleInfo(other)?.isEntry);
    if (isOfScreen !== (users === 'screens')) return null;
    const isElsewhere = (/** @type {string} */ other) =>
      context.getModuleInfo(other)?.dynamicImporters?.length && !isIn(other, WITH_RECORDS);
    return users !== 'other screens' || importers.some(isElsewhere) ? SHARED : null;
  },
  debugName: `shared by ${users}`,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: SMALLEST[users],
});

/** @param {Group} group */
const namedGroup = ({ name, entries, modules }) => ({
  /** @param {string} id @param {ChunkContext} context */
  name: (id, context) => {
    if (EVERYWHERE.test(id)) return name === 'core' ? name : null;
    if (RENDERER.test(id) || (modules && !modules(id))) return null;
    // The entries keep their own files, because islands are loaded by them.
    if (!isOneOf(id, ON_DEMAND) && isOneOf(id, ENTRIES)) return null;
    const importers = importersOf(id, context);
    const isNeededBy = (/** @type {readonly string[]} */ screen) =>
      importers.some((other) => isOneOf(other, screen));
    return entries.some((screens) => screens.every(isNeededBy)) ? name : null;
  },
  debugName: name,
});

/**
 * The groups in the bundler's format, the first with the highest priority: the modules of a group also bring their
 * imports, so screens come before parts.
 */
export const chunkGroups = [
  ...GROUPS.map(namedGroup),
  sharedGroup('screens'),
  sharedGroup('other screens'),
  ...AFTER_RECORDS.map(namedGroup),
  sharedGroup('parts'),
].map((group, index, { length }) => ({ ...group, priority: length - index }));

/**
 * Fails the build when it has no marked module, or none of a folder that is named here: a group would stay empty unseen.
 *
 * @type {import('vite').Plugin}
 */
export const checkedChunkGroups = {
  name: 'atoll-chunk-groups',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildEnd(error) {
    const ids = [...this.getModuleIds()];
    const missing = [
      ...[...MARKED.values()].flat().filter((path) => !ids.some((id) => isOneOf(id, [path]))),
      ...WITH_RECORDS.filter((folder) => !ids.some((id) => isIn(id, [folder]))),
    ];
    if (!error && missing.length) throw new Error(`build/chunks.mjs names no module: ${missing.join(', ')}`);
  },
};
