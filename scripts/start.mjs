// Entry of npm start, npm run preview and npm run dev. Works on a fresh clone, on Node 20 or Deno.
// The flags are in start/options.mjs.
import { runScript, withoutSeparator } from './install/run.mjs';
import { HELP, parseOptions } from './start/options.mjs';

// `built` builds first when sources are newer, `preview` never builds, `dev` runs Astro's development server.
const [mode = '', ...rest] = process.argv.slice(2);
const args = withoutSeparator(rest);

try {
  if (parseOptions(args, process.env).help) console.log(HELP);
  else runScript('scripts/start/main.ts', [mode, ...args]);
} catch (error) {
  console.error(`Atoll: ${error instanceof Error ? error.message : error}`);
  console.error('See: npm start -- --help');
  process.exitCode = 1;
}
