/* How 0.23 and newer write filters and rules. */
import type { Dialect } from '#domain/backend/dialect.ts';
import { PB22 } from '../pb22/dialect.ts';

export const PB23: Dialect = { ...PB22, body: 'body' };
