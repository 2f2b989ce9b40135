/* The port for what a backend can do. */
import type { Capabilities } from '#domain/backend/capabilities.ts';
import { byLine } from './choose.ts';
import { PB22 } from './pb22/capabilities.ts';
import { capabilitiesOf } from './pb23/capabilities.ts';

export { lineNow } from './choose.ts';

/**
 * @param version of the backend, undefined where it is not known
 * @param least an older version or the same, which its answers tell then
 */
export const capabilities = (version?: string, least?: string): Capabilities =>
  byLine(() => PB22, capabilitiesOf)(version, least);
