// @ts-check

const SUFFIX = '?chunk-url';
const PREFIX = '\0chunk-url:';

/**
 * `import url from './editor.ts?chunk-url'` gives the address of the chunk that the module and what it
 * imports alone make up, so that it can be fetched ahead without being run. Empty in dev and on the server.
 *
 * @returns {import('vite').Plugin}
 */
export function chunkUrl() {
  let isBuild = false;
  return {
    name: 'atoll-chunk-url',
    enforce: 'pre',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return null;
      const found = await this.resolve(source.slice(0, -SUFFIX.length), importer);
      return found && PREFIX + found.id;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return null;
      if (!isBuild || this.environment.name !== 'client') return 'export default "";';
      const reference = this.emitFile({ type: 'chunk', id: id.slice(PREFIX.length) });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}
