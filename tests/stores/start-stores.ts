import { afterAll, beforeAll } from 'vitest';

type Stop = () => void;

/**
 * Starts stores before all tests of a file and stops them, last one first, behind them.
 * @param start starts them and returns what stops each
 * @returns what will stop them, in the order of their start; empty until then. A test may take one out to stop it itself.
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
