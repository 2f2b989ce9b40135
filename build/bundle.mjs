// @ts-check
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Bundles the server's entry into one file next to Astro's `entry.mjs`, so that `dist` runs without
 * node_modules, on Deno and on Node.
 *
 * @param {URL} entry `main.ts`
 * @param {URL} outDir `dist/server/`
 */
export async function bundleServer(entry, outDir) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(entry),
      outDir: fileURLToPath(outDir),
      emptyOutDir: false,
      target: 'node22',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'main.mjs', format: 'es' } },
    },
  });
}
