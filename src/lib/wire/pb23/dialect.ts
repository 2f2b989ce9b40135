/* How 0.23 and newer write filters and rules. */
import type { Dialect } from '#domain/backend/dialect.ts';
import { PB22 } from '../pb22/dialect.ts';
import { MAX_QUERY } from './max-query.ts';

export const PB23: Dialect = {
  ...PB22,
  body: 'body',
  // From 0.24.
  otherMacros: { '@yesterday': 'date', '@tomorrow': 'date' },
  modifiers: PB22.modifiers.map((one) => (one.name === 'lower' ? { ...one, isForStored: 'maybe' } : one)),
  // From 0.27 and 0.36.
  functions: ['geoDistance', 'strftime'],
  limits: { query: MAX_QUERY, filter: 3500, comparisons: 200, sorts: 8 },
};
