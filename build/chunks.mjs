// @ts-check

/**
 * Which modules share a chunk. Left alone, the bundler makes a chunk for every set of entries, some 25
 * of a few hundred bytes for the sign-in page; each costs a round trip of a browser that opens six
 * connections. So what a page always needs together travels together: a module belongs to the first
 * group with an entry that reaches it by static imports.
 *
 * @type {readonly (readonly [name: string, entries: RegExp])[]}
 */
const GROUPS = [
  ['core', /Shell\.astro|\/layouts\/boot\.ts$|\/islands\/app\/Overlays\.tsx$|\/auth\/LoginPage\.tsx$/],
  ['shell', /\/islands\/app\/(AvatarMenu|SidebarResizer)\.tsx$/],
  [
    'collections',
    /\/islands\/(collections\/CollectionsSidebar|records\/RecordsPage)\.tsx$|\/stores\/records\/page\.ts$/,
  ],
];

/** React's renderer is one chunk of its own: it changes least and is by far the largest. */
const RENDERER = /node_modules[\\/](react-dom[\\/](cjs[\\/]react-dom-)?client|scheduler)/;
/** The small part of react-dom that libraries import; it must not come along with one of them. */
const REACT_DOM = /node_modules[\\/]react-dom[\\/](index|cjs[\\/]react-dom\.production)/;

/**
 * The modules that reach a module by static imports, itself included.
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
 * The groups as the bundler takes them; a group's modules take what they import along, so the first
 * group has to choose first.
 */
export const chunkGroups = GROUPS.map(([name, entries], index) => ({
  /** @param {string} id @param {ChunkContext} context */
  name: (id, context) => {
    if (REACT_DOM.test(id)) return index === 0 ? name : null;
    // The entries themselves stay what islands are loaded by.
    if (RENDERER.test(id) || GROUPS.some(([, all]) => all.test(id))) return null;
    return importersOf(id, context).some((other) => entries.test(other)) ? name : null;
  },
  debugName: name,
  priority: GROUPS.length - index,
}));
