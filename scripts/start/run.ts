import process from 'node:process';
import { UserError } from '#scripts/lib/user-error.ts';
import type { StartOptions } from './options.mjs';
import { type Mode, start } from './start.ts';
import { Supervisor } from './supervisor.ts';

/** Prints one line for a problem that the user can solve, and the whole error for any other problem. */
function printError(error: unknown): void {
  if (error instanceof UserError) console.error(`Atoll: ${error.message}`);
  else console.error(error);
}

/** Starts Atoll, stops it on a signal, and exits: with status 0 when the user asked to stop, else with 1. */
export async function run(mode: Mode, options: StartOptions): Promise<never> {
  const supervisor = new Supervisor();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => supervisor.requestStop());
  let status = 0;
  try {
    await start(mode, options, supervisor);
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
}
