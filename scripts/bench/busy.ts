import process from 'node:process';
import { startChild } from '#scripts/lib/child.ts';
import type { Supervisor } from '#scripts/start/supervisor.ts';

/** The state of the machine while the dashboards are measured: nothing else runs, or another process takes one core. */
export type MachineState = 'idle' | 'busy';

/** Does `work` while another process takes one core, if the machine is to be busy. */
export async function whileMachineIs<T>(
  state: MachineState,
  supervisor: Supervisor,
  work: () => Promise<T>,
): Promise<T> {
  if (state === 'idle') return work();
  const child = await startChild(process.execPath, ['eval', 'for (;;) {}']);
  supervisor.onEnd(() => child.stop());
  try {
    return await work();
  } finally {
    await child.kill();
  }
}
