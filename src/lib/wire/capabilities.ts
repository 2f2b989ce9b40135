/* The port for what a backend can do. */
import type { Capabilities } from '#domain/backend/capabilities.ts';
import { byLine } from './choose.ts';
import { PB22 } from './pb22/capabilities.ts';
import { PB23 } from './pb23/capabilities.ts';

export { lineNow } from './choose.ts';

export const capabilities = (): Capabilities => byLine(PB22, PB23);
