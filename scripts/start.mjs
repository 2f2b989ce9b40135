// npm start, npm run preview, npm run dev: on Node 20 or Deno, on a fresh clone. See start/options.mjs for the flags.
import { runScript, withoutSeparator } from './install/run.mjs';
import { HELP, parseOptions } from './start/options.mjs';

// How the frames are served: `built` builds when sources are newer, `preview` never does, `dev` reloads hot.
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
