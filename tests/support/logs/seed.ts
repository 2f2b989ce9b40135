import type { Backend } from '../backend.ts';
import { changeLogSettings, insertLogs, type LogInput } from './entries.ts';

/** Above every level, so that the backend logs nothing and no request of a test appears in the list. */
const LOG_NOTHING = 100;

const quiet = new WeakSet<Backend>();

/** Removes all entries. From then on the backend logs nothing. */
async function clearLogs(backend: Backend): Promise<void> {
  if (!quiet.has(backend)) {
    // Writes what is still in memory.
    await changeLogSettings(backend, { minLevel: LOG_NOTHING, days: 400 });
    await backend.restart();
    quiet.add(backend);
  }
  // Each change removes the entries below the level.
  await changeLogSettings(backend, { minLevel: LOG_NOTHING - 1 });
  await changeLogSettings(backend, { minLevel: LOG_NOTHING });
}

/** Lets the backend log requests again, for a test of real entries. */
export async function resumeLogging(backend: Backend): Promise<void> {
  quiet.delete(backend);
  await changeLogSettings(backend, { minLevel: 0 });
}

/** Makes `rows`, oldest first, the only entries of the backend. Returns their ids in this order. */
export async function onlyLogs(backend: Backend, rows: Iterable<LogInput>): Promise<string[]> {
  await clearLogs(backend);
  return insertLogs(backend, rows);
}
