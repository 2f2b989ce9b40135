import process from 'node:process';

/** How many cases a property test generates: all of them with `npm test -- --all`, else a tenth. */
export const casesOf = (all: number): number => (process.env['ALL_CASES'] ? all : Math.ceil(all / 10));
