// @ts-check
/*
 * Makes the server one file without node_modules, for Deno and Node.
 * Leans on: Vite's build for servers. Fails: with that build.
 */
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
