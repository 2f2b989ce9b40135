import { currentBackend } from '#browser/backends.ts';
import { confirm } from './confirm.ts';

/**
 * Asks once more before a popup of its own makes a production backend lose data; undefined elsewhere, without a
 * question: what the popup does then begins at once.
 */
export const confirmOnProduction = (text: string, loss: string): Promise<boolean> | undefined =>
  currentBackend()?.production ? confirm(text, { loss }) : undefined;
