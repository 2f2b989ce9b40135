/* How 0.22 writes filters and rules. */
import { MAX_QUERY } from '#domain/app/query-length.ts';
import type { Dialect } from '#domain/backend/dialect.ts';

export const PB22: Dialect = {
  body: 'data',
  macros: {
    '@now': 'date',
    ...{ '@second': 'number', '@minute': 'number', '@hour': 'number', '@day': 'number' },
    ...{ '@month': 'number', '@year': 'number', '@weekday': 'number' },
    ...{ '@todayStart': 'date', '@todayEnd': 'date', '@monthStart': 'date', '@monthEnd': 'date' },
    ...{ '@yearStart': 'date', '@yearEnd': 'date' },
  },
  otherMacros: {},
  modifiers: [
    { name: 'isset', fits: 'sent', isForStored: true, type: 'bool' },
    { name: 'each', fits: 'lists', isForStored: true },
    { name: 'length', fits: 'lists', isForStored: true, type: 'number' },
    { name: 'lower', fits: 'texts', isForStored: false, type: 'text' },
  ],
  functions: [],
  limits: {
    query: MAX_QUERY,
    filter: Number.POSITIVE_INFINITY,
    comparisons: Number.POSITIVE_INFINITY,
    sorts: Number.POSITIVE_INFINITY,
  },
};
