// npm run unused: files, exports and packages that nobody uses; then what only tests use.
import type { KnipConfig } from 'knip';

export default ({ production: isProduction }: { production?: boolean }): KnipConfig => ({
  entry: [
    // What package.json's scripts call, by themselves or through scripts/install/run.mjs.
    'scripts/{start,test}.mjs!',
    'scripts/*/main.ts!',
    'scripts/test/server.ts!',
    // Called by hand when a program is added.
    'scripts/contract/record.ts!',
    // Bundled for the npm package, and copied into it.
    'scripts/start/cli.ts!',
    'scripts/release/atoll.mjs!',
    // Named to Astro, Vite and Vitest by their paths or in configurations.
    'build/{chunks,compile-hints,first-classes,icons,integration,lean-styles}.mjs!',
    'src/lib/routing/directive.ts!',
    'src/server/{dev,main}.ts!',
    'scripts/test/unhandled-errors.ts!',
    'scripts/mutation/{faults.ts,in-process.ts,setup.ts,vitest.config.ts,astro.config.mjs}!',
    'tests/components/kit/{main.tsx,vite.config.ts}',
    // Started as a process by its path.
    'tests/support/s3-server.ts',
    'tests/support/settings/oidc-server.ts',
    // Read by those who start the built server under Deno.
    'src/server/permissions.mjs!',
  ],
  project: ['build/**!', 'src/**!', 'scripts/**!', 'tests/**'],
  // In production a helper of a module may be exported for its unit tests alone. The types that a signature is made
  // of may always be named from elsewhere.
  ignoreExportsUsedInFile: isProduction ? true : { interface: true, type: true },
  // A shell script.
  ignoreUnresolved: ['.ci/run'],
  ignoreDependencies: [
    // Called as `npm:NAME`, or by the path of its binary.
    '@astrojs/check',
    '@biomejs/biome',
    'deno',
    'typescript-7',
    // Read from class names by the Tailwind plugin.
    '@iconify-json/.+',
  ],
});
