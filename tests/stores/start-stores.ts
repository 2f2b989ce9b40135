import { afterAll, beforeAll } from 'vitest';

type Stop = () => void;

/**
 * Starts stores before all tests of a file and stops them, in reverse order, after all tests.
 * @param start starts the stores and returns their stop functions
 * @returns the stop functions in the order of `start`; empty until then. A test may remove one to call it itself.
 */
export function startStores(start: () => Stop[]): Stop[] {
  const stops: Stop[] = [];
  beforeAll(() => {
    stops.push(...start());
  });
  afterAll(() => {
    for (const stop of stops.splice(0).reverse()) stop();
  });
  return stops;
}
