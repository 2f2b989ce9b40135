import { currentBackend } from '#browser/backends.ts';
import { confirm } from './confirm.ts';

/** Asks before a popup of its own makes a production backend lose data; undefined elsewhere, without a question. */
export const confirmOnProduction = (text: string, loss: string): Promise<boolean> | undefined =>
  currentBackend()?.production ? confirm(text, { loss }) : undefined;
