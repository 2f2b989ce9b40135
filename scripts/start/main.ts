import process from 'node:process';
import { UserError } from '#scripts/lib/user-error.ts';
import { parseOptions } from './options.mjs';
import { parseMode, start } from './start.ts';
import { Supervisor } from './supervisor.ts';

/** Prints one line for a problem that the user can solve, and the whole error for any other problem. */
function printError(error: unknown): void {
  if (error instanceof UserError) console.error(`Atoll: ${error.message}`);
  else console.error(error);
}

const supervisor = new Supervisor();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => supervisor.requestStop());

let status = 0;
try {
  const [mode, ...args] = process.argv.slice(2);
  await start(parseMode(mode), parseOptions(args, process.env), supervisor);
  await supervisor.run();
} catch (error) {
  if (!supervisor.isStopping) {
    printError(error);
    status = 1;
  }
} finally {
  await supervisor.stopAll();
}
process.exit(status);
