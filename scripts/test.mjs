// npm test: on Node 20 or Deno, on a fresh clone.
import { runScript } from './install/run.mjs';

runScript('scripts/test/main.ts', process.argv.slice(2));
