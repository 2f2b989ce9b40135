/* The port for how filters and rules are written. */
import type { Dialect } from '#domain/backend/dialect.ts';
import { byLine } from './choose.ts';
import { PB22 } from './pb22/dialect.ts';
import { PB23 } from './pb23/dialect.ts';

export const dialect = (): Dialect => byLine(PB22, PB23);
