import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftKeeper, type DraftKeeper } from '#stores/factories/create-draft-keeper.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = 'kept_by_test';
/** Longer than typing may pause before it is written, in ms. */
const PAUSE = 5000;

let typed: string | undefined;
const open: DraftKeeper<string>[] = [];

/** A keeper of one text, {@link typed}. */
function keeperOf(): DraftKeeper<string> {
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

/** A reload: nobody tidies up. */
function reload(): DraftKeeper<string> {
  const [all, tab] = [[...browser.storage], [...browser.tabStorage]];
  for (const keeper of open.splice(0)) keeper.stop();
  browser.storage.clear();
  browser.tabStorage.clear();
  for (const [name, value] of all) browser.storage.set(name, value);
  for (const [name, value] of tab) browser.tabStorage.set(name, value);
  typed = undefined;
  return keeperOf();
}

test.each(['drop', 'forgetTyped'] as const)(
  'a write that waits for a pause does not outlive %s',
  (forget) => {
    const keeper = keeperOf();
    type(keeper, 'given up');
    keeper[forget]();
    vi.advanceTimersByTime(PAUSE);
    expect([browser.storage.has(KEY), browser.tabStorage.has(KEY)]).toEqual([false, false]);
  },
);

test('a copy of this tab that could not be written does not hide the newer draft', () => {
  const keeper = keeperOf();
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

test('what only this tab had room for is not given away when the form is closed', () => {
  const keeper = keeperOf();
  type(keeper, 'old');
  keeper.flush();
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  type(keeper, 'new');
  keeper.stop();
  full.mockRestore();
  typed = undefined;
  expect(keeperOf().$draft.get()).toBe('new');
});
