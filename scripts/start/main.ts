import process from 'node:process';
import { UserError } from '#scripts/lib/user-error.ts';
import { parseOptions } from './options.mjs';
import { parseMode, start } from './start.ts';
import { Supervisor } from './supervisor.ts';

/** Ends the process with one line for what a user can solve, and with the whole error for what is our fault. */
function fail(error: unknown): void {
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
    fail(error);
    status = 1;
  }
} finally {
  await supervisor.stopAll();
}
process.exit(status);
