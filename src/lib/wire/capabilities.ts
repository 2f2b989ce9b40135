/* The port for what a backend can do. */
import type { Capabilities } from '#domain/backend/capabilities.ts';
import { wire } from './choose.ts';

export { lineNow } from './choose.ts';

/**
 * @param version of the backend, undefined where it is not known
 * @param least an older version or the same, which its answers tell then
 */
export const capabilities = (version?: string, least?: string): Capabilities =>
  wire().capabilities(version, least);
