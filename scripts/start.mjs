// Entry of npm start, npm run preview and npm run dev. Works on a fresh clone, on Node 20 or Deno.
// The flags are in start/options.mjs.
import { runScript, withoutSeparator } from './install/run.mjs';
import { readCommandLine } from './start/options.mjs';

// `built` builds first when sources are newer, `preview` never builds, `dev` runs Astro's development server.
const [mode = '', ...rest] = process.argv.slice(2);
const args = withoutSeparator(rest);

if (readCommandLine(args, 'npm start --')) runScript('scripts/start/main.ts', [mode, ...args]);
