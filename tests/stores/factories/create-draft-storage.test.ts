import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftStorage, type DraftStorage } from '#stores/factories/create-draft-storage.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = 'kept_by_test';
/** Longer than the delay before a draft is written, in ms. */
const PAUSE = 5000;

let typed: string | undefined;
const open: DraftStorage<string>[] = [];

/** Opens the draft storage of a form with one text, {@link typed}. */
function openDrafts(): DraftStorage<string> {
  const drafts = createDraftStorage<string>({
    typed: () => typed,
    parse: (text) => JSON.parse(text).text,
    format: (text) => JSON.stringify({ text }),
    merge: (_offered, text) => text,
    restore: (text) => {
      typed = text;
    },
  });
  open.push(drafts);
  drafts.open(KEY);
  return drafts;
}

function type(drafts: DraftStorage<string>, text: string): void {
  typed = text;
  drafts.touch();
}

beforeEach(() => {
  vi.useFakeTimers();
  typed = undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  browser.quota = Number.POSITIVE_INFINITY;
  for (const drafts of open.splice(0)) drafts.stop();
  browser.storage.clear();
  browser.tabStorage.clear();
  vi.useRealTimers();
});

/** Reloads the page, which runs no clean-up. */
function reload(): DraftStorage<string> {
  const [all, tab] = [[...browser.storage], [...browser.tabStorage]];
  for (const drafts of open.splice(0)) drafts.stop();
  browser.storage.clear();
  browser.tabStorage.clear();
  for (const [name, value] of all) browser.storage.set(name, value);
  for (const [name, value] of tab) browser.tabStorage.set(name, value);
  typed = undefined;
  return openDrafts();
}

test.each(['drop', 'clearEdits'] as const)('%s cancels a pending write', (forget) => {
  const drafts = openDrafts();
  type(drafts, 'discarded');
  drafts[forget]();
  vi.advanceTimersByTime(PAUSE);
  expect([browser.storage.has(KEY), browser.tabStorage.has(KEY)]).toEqual([false, false]);
});

test('an outdated copy in session storage does not hide the newer draft', () => {
  const drafts = openDrafts();
  type(drafts, 'old');
  drafts.flush();
  vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  type(drafts, 'new');
  drafts.flush();
  expect(drafts.$isFull.get()).toBe(false);
  expect(reload().$draft.get()).toBe('new');
});

test('a draft that only fits into session storage is kept when the form is closed', () => {
  const drafts = openDrafts();
  type(drafts, 'old');
  drafts.flush();
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  type(drafts, 'new');
  drafts.stop();
  full.mockRestore();
  typed = undefined;
  expect(openDrafts().$draft.get()).toBe('new');
});
