import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftKeeper, type DraftKeeper } from '#stores/factories/create-draft-keeper.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = 'kept_by_test';
/** Longer than the delay before a draft is written, in ms. */
const PAUSE = 5000;

let typed: string | undefined;
const open: DraftKeeper<string>[] = [];

/** Opens a draft keeper of one text, {@link typed}. */
function openKeeper(): DraftKeeper<string> {
  const keeper = createDraftKeeper<string>({
    typed: () => typed,
    parse: (text) => JSON.parse(text).text,
    format: (text) => JSON.stringify({ text }),
    merge: (_offered, text) => text,
    restore: (text) => {
      typed = text;
    },
  });
  open.push(keeper);
  keeper.open(KEY);
  return keeper;
}

function type(keeper: DraftKeeper<string>, text: string): void {
  typed = text;
  keeper.touch();
}

beforeEach(() => {
  vi.useFakeTimers();
  typed = undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.quota = Number.POSITIVE_INFINITY;
  for (const keeper of open.splice(0)) keeper.stop();
  browser.storage.clear();
  browser.tabStorage.clear();
  vi.useRealTimers();
});

/** Reloads the page, which runs no clean-up. */
function reload(): DraftKeeper<string> {
  const [all, tab] = [[...browser.storage], [...browser.tabStorage]];
  for (const keeper of open.splice(0)) keeper.stop();
  browser.storage.clear();
  browser.tabStorage.clear();
  for (const [name, value] of all) browser.storage.set(name, value);
  for (const [name, value] of tab) browser.tabStorage.set(name, value);
  typed = undefined;
  return openKeeper();
}

test.each(['drop', 'forgetTyped'] as const)('%s cancels a pending write', (forget) => {
  const keeper = openKeeper();
  type(keeper, 'discarded');
  keeper[forget]();
  vi.advanceTimersByTime(PAUSE);
  expect([browser.storage.has(KEY), browser.tabStorage.has(KEY)]).toEqual([false, false]);
});

test('an outdated copy in session storage does not hide the newer draft', () => {
  const keeper = openKeeper();
  type(keeper, 'old');
  keeper.flush();
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  type(keeper, 'new');
  keeper.flush();
  expect(keeper.$isFull.get()).toBe(false);
  expect(reload().$draft.get()).toBe('new');
});

test('a draft that only fits into session storage is kept when the form is closed', () => {
  const keeper = openKeeper();
  type(keeper, 'old');
  keeper.flush();
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  type(keeper, 'new');
  keeper.stop();
  full.mockRestore();
  typed = undefined;
  expect(openKeeper().$draft.get()).toBe('new');
});
