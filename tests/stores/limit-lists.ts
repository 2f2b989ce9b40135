import { afterEach, expect } from 'vitest';
import { longList } from '#tests/support/list-limit.ts';

/*
 * Set up for every file of store tests: no request for a list of records may be longer than a newer backend takes,
 * also where a test answers it instead of the backend.
 */

const found = new Set<string>();
let isAllowed = false;

/** Notes a request that is too long. */
export function checkList(method: string | undefined, address: string): void {
  const problem = longList(method ?? 'GET', address);
  if (problem) found.add(problem);
}

/** Lets the test send a filter that is too long as it was typed. */
export function allowLongLists(): void {
  isAllowed = true;
}

const send = globalThis.fetch;
globalThis.fetch = (input, init) => {
  checkList(init?.method, input instanceof Request ? input.url : String(input));
  return send(input, init);
};

afterEach(() => {
  const problems = [...found];
  found.clear();
  const mustBeNone = !isAllowed;
  isAllowed = false;
  if (mustBeNone) expect(problems, 'requests that PocketBase 0.22.25 refuses').toEqual([]);
});
