// @ts-check
/*
 * Asks Chromium to compile all functions of the modules that first screens and panels need, in the background, while
 * they arrive. By default it compiles each function when it is first called, which holds up the screen. Other browsers
 * ignore the comment. At a quarter of the processor, a cold page stands 150 to 200 ms earlier.
 * Leans on: Rolldown's `postBanner`, which is part of what a file's name is the hash of. Vite puts the list of what a
 * chunk imports on demand before it; the plugin puts the comment first again. Fails: when no chunk has it.
 */

/** https://v8.dev/blog/explicit-compile-hints: has to come before any code. */
export const HINT = '//# allFunctionsCalledOnLoad';
/** Smaller modules take no time to compile; in characters before they are minified. */
const MIN_LENGTH = 12_000;

/**
 * @typedef {{ moduleIds: readonly string[], modules: Record<string, { renderedLength: number }> }} RenderedChunk
 */

/**
 * @param {(id: string) => boolean} isEntry whether a module, with all it imports statically, is needed soon
 */
export function compileHints(isEntry) {
  /** @type {Set<string>} */
  let soon = new Set();
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'atoll-compile-hints',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      soon = new Set([...this.getModuleIds()].filter(isEntry));
      // The iterator of a Set also visits values that are added during the loop.
      for (const id of soon) for (const next of this.getModuleInfo(id)?.importedIds ?? []) soon.add(next);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const hinted = chunks.filter(({ code }) => code.includes(`${HINT}\n`));
        for (const chunk of hinted) chunk.code = `${HINT}\n${chunk.code.replace(`${HINT}\n`, '')}`;
        if (hinted.length === 0) throw new Error('build/compile-hints.mjs: no module has the hint.');
      },
    },
  };
  return {
    plugin,
    /** For Rolldown's option of this name. @param {RenderedChunk} chunk */
    postBanner: ({ moduleIds, modules }) => {
      const length = Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0);
      return length >= MIN_LENGTH && moduleIds.some((id) => soon.has(id)) ? HINT : '';
    },
  };
}
