// Entry of npm test. Works on a fresh clone, on Node 20 or Deno.
import { runScript } from './install/run.mjs';

runScript('scripts/test/main.ts', process.argv.slice(2));
