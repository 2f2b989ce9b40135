import { currentBackend } from '#browser/backends.ts';
import { confirm } from './confirm.ts';

/** Asks once more before a popup of its own makes a production backend lose data; elsewhere yes, without a question. */
export async function confirmOnProduction(text: string, loss: string): Promise<boolean> {
  return !currentBackend()?.isProduction || confirm(text, { loss });
}
