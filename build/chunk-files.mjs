// @ts-check
/*
 * Finds the files of the rich-text editor, which the page prefetches.
 * Leans on: Rolldown's `facadeModuleId`. Fails: when no chunk has the entry.
 */

/**
 * @typedef {object} Chunk
 * @property {string} fileName page-relative, without `./`
 * @property {string | null} facadeModuleId
 * @property {readonly string[]} imports file names of static imports
 */

/**
 * Files of the chunk whose entry is `module`, and of all its static imports.
 *
 * @param {readonly Chunk[]} chunks
 * @param {RegExp} module
 * @throws {Error} when no chunk has that entry
 */
export function filesOf(chunks, module) {
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId !== null && module.test(facadeModuleId));
  if (!entry) throw new Error(`No chunk of the build has the entry ${module}.`);
  const files = new Set([entry.fileName]);
  for (const file of files) {
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
  }
  return [...files];
}

/**
 * Finds the files of modules in the bundle of the page.
 *
 * @template {string} Name
 * @param {Readonly<Record<Name, RegExp>>} modules entries of chunks
 */
export function chunkFiles(modules) {
  const entries = /** @type {[Name, RegExp][]} */ (Object.entries(modules));
  const files = /** @type {Record<Name, string[]>} */ ({});
  return {
    /** Page-relative URLs of the module and of its static imports; absent before the bundle is written. */
    files,
    /** @type {import('vite').Plugin} */
    plugin: {
      name: 'atoll-chunk-files',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const [name, module] of entries)
          files[name] = filesOf(chunks, module).map((file) => `./${file}`);
      },
    },
  };
}
