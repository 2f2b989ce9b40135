// @ts-check
/*
 * Makes the server one file without node_modules, for Deno and Node; and the command of the npm package.
 * Leans on: Vite's build for servers. Fails: with that build.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Bundles a program into `main.mjs`, so that it runs without node_modules, on Deno and on Node. What it imports on
 * demand is a file next to it.
 *
 * @param {URL} entry such as the server's `main.ts`
 * @param {URL} outDir such as `dist/server/`, where Astro's `entry.mjs` is
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
      rollupOptions: { output: { entryFileNames: 'main.mjs', chunkFileNames: '[name].mjs', format: 'es' } },
    },
  });
}
