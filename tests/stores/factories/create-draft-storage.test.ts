import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftStorage, type DraftStorage } from '#stores/factories/create-draft-storage.ts';
import { browser } from '#tests/support/browser-stub.ts';

const KEY = 'kept_by_test';
/** Longer than the delay before a draft is written, in ms. */
const PAUSE = 5000;

let typed: string | undefined;
const open: DraftStorage<string>[] = [];

/** Opens the draft storage of a form with one text, {@link typed}. */
function openDrafts(...keys: string[]): DraftStorage<string> {
  const drafts = createDraftStorage<string>({
    typed: () => typed,
    parse: (text) => JSON.parse(text).text,
    format: (text) => JSON.stringify({ text }),
    merge: (offered, text) => `${offered}, ${text}`,
    restore: (text) => {
      typed = text;
    },
  });
  open.push(drafts);
  drafts.open(...(keys.length ? keys : [KEY]));
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

const storedText = (key = KEY): unknown => JSON.parse(browser.storage.get(key) ?? '{}').text;

test('an edit is written when typing pauses, and nothing more after that', () => {
  const drafts = openDrafts();
  type(drafts, 'a');
  vi.advanceTimersByTime(299);
  type(drafts, 'ab');
  vi.advanceTimersByTime(299);
  expect(browser.storage.has(KEY)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(storedText()).toBe('ab');
  browser.storage.clear();
  drafts.flush();
  vi.advanceTimersByTime(PAUSE);
  expect(browser.storage.has(KEY)).toBe(false);
  // What is typed and then undone is no draft.
  type(drafts, 'abc');
  drafts.flush();
  expect(browser.storage.has(KEY)).toBe(true);
  typed = undefined;
  drafts.touch();
  drafts.flush();
  expect(browser.storage.has(KEY)).toBe(false);
});

test.each([
  [10, 300],
  [50, 1000],
  [1000, 3000],
])('after a write of %i ms the next one waits for a pause of %i ms', (duration, pause) => {
  const drafts = openDrafts();
  const setItem = localStorage.setItem.bind(localStorage);
  vi.spyOn(localStorage, 'setItem').mockImplementationOnce((key, value) => {
    vi.advanceTimersByTime(duration);
    setItem(key, value);
  });
  type(drafts, 'slow');
  drafts.flush();
  expect(storedText()).toBe('slow');
  type(drafts, 'next');
  vi.advanceTimersByTime(pause - 1);
  expect(storedText()).toBe('slow');
  vi.advanceTimersByTime(1);
  expect(storedText()).toBe('next');
});

test.each(['pagehide', 'hidden'] as const)(
  'leaving the page (%s) writes a pending edit, until the form stops',
  (event) => {
    const drafts = openDrafts();
    type(drafts, 'a');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(browser.storage.has(KEY)).toBe(false);
    browser.dispatch(event);
    expect(storedText()).toBe('a');
    drafts.stop();
    browser.storage.clear();
    type(drafts, 'late');
    browser.dispatch(event);
    vi.advanceTimersByTime(PAUSE);
    expect(browser.storage.has(KEY)).toBe(false);
  },
);

test('a form that has stopped listens to nothing', () => {
  const targets = [window, document];
  const added = targets.map((target) => vi.spyOn(target, 'addEventListener'));
  const removed = targets.map((target) => vi.spyOn(target, 'removeEventListener'));
  openDrafts().stop();
  const calls = (spies: typeof added) =>
    new Map<string, unknown>(
      spies.flatMap(({ mock }) => mock.calls.map(([type, listener]) => [type, listener])),
    );
  expect([...calls(added).keys()].sort()).toEqual(['pagehide', 'storage', 'visibilitychange']);
  expect(calls(removed)).toEqual(calls(added));
});

test('closing writes a pending edit, which the next form offers', () => {
  const first = openDrafts();
  expect(first.$draft.get()).toBeUndefined();
  type(first, 'a');
  first.stop();
  typed = undefined;
  const next = openDrafts();
  expect(next.$draft.get()).toBe('a');
  next.restore();
  expect([typed, next.$draft.get()]).toEqual(['a', undefined]);
  typed = 'b';
  next.restore();
  expect(typed).toBe('b');
});

test('an edit is added to the draft that is offered; that alone is left when the edit is saved', () => {
  browser.storage.set(KEY, '{"text":"offered"}');
  const drafts = openDrafts();
  type(drafts, 'typed');
  drafts.flush();
  expect(storedText()).toBe('offered, typed');
  drafts.clearEdits();
  expect([storedText(), drafts.$draft.get()]).toEqual(['offered', 'offered']);
  typed = undefined;
  drafts.touch();
  drafts.flush();
  expect(storedText()).toBe('offered');
  type(drafts, 'more');
  drafts.discard();
  expect([storedText(), drafts.$draft.get()]).toEqual(['more', undefined]);
  vi.advanceTimersByTime(PAUSE);
  drafts.drop();
  expect(browser.storage.has(KEY)).toBe(false);
});

test('a changed offer is stored, and without an offer only what was typed', () => {
  browser.storage.set(KEY, '{"text":"offered"}');
  const drafts = openDrafts();
  drafts.change((offered) => `${offered} and renamed`);
  expect(drafts.$draft.get()).toBe('offered and renamed');
  vi.advanceTimersByTime(PAUSE);
  expect(storedText()).toBe('offered and renamed');
  drafts.drop();
  typed = 'typed';
  drafts.change(() => 'nothing to change');
  expect(drafts.$draft.get()).toBeUndefined();
  vi.advanceTimersByTime(PAUSE);
  expect(storedText()).toBe('typed');
});

test('each form of the page has a key of its own; one without any stores nothing', () => {
  const first = openDrafts('one', 'two');
  type(first, 'first');
  first.flush();
  const second = openDrafts('one', 'two');
  expect(second.$draft.get()).toBeUndefined();
  type(second, 'second');
  second.flush();
  const third = openDrafts('one', 'two');
  type(third, 'third');
  third.flush();
  third.clearEdits();
  expect([storedText('one'), storedText('two')]).toEqual(['first', 'second']);
  first.stop();
  typed = undefined;
  const fourth = openDrafts('one', 'two');
  expect(fourth.$draft.get()).toBe('first');
  // Another key: the one before is free again.
  fourth.open('three');
  expect(fourth.$draft.get()).toBeUndefined();
  expect(openDrafts('one').$draft.get()).toBe('first');
});

test('nothing is written before a form is opened', () => {
  const drafts = createDraftStorage<string>({
    typed: () => 'typed',
    parse: (text) => text,
    format: (text) => text,
    merge: (_offered, text) => text,
    restore: () => {},
  });
  drafts.touch();
  drafts.flush();
  drafts.clearEdits();
  drafts.stop();
  expect(browser.storage.size).toBe(0);
});

test.each([
  ['this draft, while there are edits', KEY, undefined, 'typed', true],
  ['this draft, without edits', KEY, undefined, undefined, false],
  ['another draft', 'other', undefined, 'typed', false],
  ['a new text', KEY, '{"text":"theirs"}', 'typed', false],
])('another tab that removes or stores %s', (_what, key, value, mine, isWritten) => {
  const drafts = openDrafts();
  typed = mine;
  browser.storage.delete(KEY);
  browser.storeElsewhere(key, value);
  vi.advanceTimersByTime(PAUSE);
  expect(storedText() === 'typed').toBe(isWritten);
  drafts.stop();
  browser.storage.clear();
  browser.storeElsewhere(KEY);
  vi.advanceTimersByTime(PAUSE);
  expect(browser.storage.has(KEY)).toBe(false);
});

test('that nothing fits is told until it fits, is saved, or another form opens', () => {
  const drafts = openDrafts();
  const full = () => {
    browser.quota = 10;
    type(drafts, 'a long text');
    drafts.flush();
    expect(drafts.$isFull.get()).toBe(true);
  };
  full();
  browser.quota = 1000;
  type(drafts, 'b');
  drafts.flush();
  expect(drafts.$isFull.get()).toBe(false);
  full();
  typed = undefined;
  drafts.touch();
  drafts.flush();
  expect(drafts.$isFull.get()).toBe(false);
  full();
  drafts.clearEdits();
  expect(drafts.$isFull.get()).toBe(false);
  full();
  drafts.open('another');
  expect(drafts.$isFull.get()).toBe(false);
});

test('a save that ends after its form was closed removes its draft, but not that of the next form', () => {
  const closed = openDrafts();
  type(closed, 'a');
  closed.stop();
  expect(storedText()).toBe('a');
  closed.clearEdits();
  expect([browser.storage.has(KEY), browser.tabStorage.has(KEY)]).toEqual([false, false]);
  const next = openDrafts();
  type(next, 'next');
  next.flush();
  closed.clearEdits();
  expect(storedText()).toBe('next');
  next.stop();
  // What is still offered is for every tab.
  const offering = openDrafts();
  type(offering, 'more');
  offering.stop();
  expect(storedText()).toBe('next, more');
  offering.clearEdits();
  expect([storedText(), browser.tabStorage.has(KEY)]).toEqual(['next', false]);
});

test.each([
  ['a save', (drafts: DraftStorage<string>) => drafts.clearEdits()],
  ['a discarded offer', (drafts: DraftStorage<string>) => drafts.discard()],
  [
    'undone typing',
    (drafts: DraftStorage<string>) => {
      typed = undefined;
      drafts.touch();
      vi.advanceTimersByTime(PAUSE);
    },
  ],
])('%s leaves the draft that another tab has written since, and the next one may remove it', (_what, end) => {
  const drafts = openDrafts();
  type(drafts, 'here');
  drafts.flush();
  browser.storeElsewhere(KEY, '{"text":"elsewhere"}');
  typed = undefined;
  end(drafts);
  drafts.stop();
  const next = openDrafts();
  expect(next.$draft.get()).toBe('elsewhere');
  next.discard();
  expect([browser.storage.has(KEY), browser.tabStorage.has(KEY)]).toEqual([false, false]);
});

test('a draft goes in every tab when what it belongs to is gone', () => {
  const drafts = openDrafts();
  type(drafts, 'here');
  drafts.flush();
  browser.storeElsewhere(KEY, '{"text":"elsewhere"}');
  drafts.drop();
  expect([browser.storage.has(KEY), browser.tabStorage.has(KEY)]).toEqual([false, false]);
});

test('a tab that was duplicated leaves what the other one has typed since, unless it typed something, too', () => {
  const draft = '{"text":"older"}';
  const duplicate = () => {
    browser.storage.set(KEY, draft);
    browser.tabStorage.set(KEY, draft);
    return openDrafts();
  };
  const idle = duplicate();
  expect(idle.$draft.get()).toBe('older');
  browser.storeElsewhere(KEY, '{"text":"newer"}');
  idle.stop();
  expect([storedText(), browser.tabStorage.has(KEY)]).toEqual(['newer', false]);

  const used = duplicate();
  type(used, 'more');
  used.flush();
  browser.storeElsewhere(KEY, '{"text":"newer"}');
  used.stop();
  expect([storedText(), browser.tabStorage.has(KEY)]).toEqual(['older, more', false]);
});

/** Closes the tab without a clean-up, and opens the form in another one. */
function openElsewhere(): DraftStorage<string> {
  browser.dispatch('pagehide');
  browser.tabStorage.clear();
  return reload();
}

const waitingKey = `${KEY}@@waiting`;

test('a draft that typing has replaced without a decision is offered after the other one', () => {
  type(openDrafts(), 'first');
  type(openElsewhere(), 'second');
  type(openElsewhere(), 'third');
  const restoring = openElsewhere();
  expect(restoring.$draft.get()).toBe('first, second, third');
  restoring.restore();
  type(restoring, 'decided');
  restoring.flush();
  restoring.clearEdits();
  const discarding = openElsewhere();
  expect(discarding.$draft.get()).toBe('first, second');
  discarding.discard();
  // A draft that waits is also kept when the form is closed without a decision.
  openElsewhere().stop();
  const last = openElsewhere();
  expect(last.$draft.get()).toBe('first');
  last.discard();
  expect(openElsewhere().$draft.get()).toBeUndefined();
  expect([browser.storage.has(KEY), browser.storage.has(waitingKey)]).toEqual([false, false]);
});

test.each<[string, (drafts: DraftStorage<string>) => void]>([
  ['saved', (drafts) => drafts.clearEdits()],
  [
    'undone',
    (drafts) => {
      typed = undefined;
      drafts.touch();
      drafts.flush();
    },
  ],
])('edits that are %s leave only the draft that is still offered', (_what, end) => {
  browser.storage.set(KEY, '{"text":"offered"}');
  const drafts = openDrafts();
  type(drafts, 'typed');
  drafts.flush();
  expect(browser.storage.has(waitingKey)).toBe(true);
  end(drafts);
  expect([storedText(), browser.storage.has(waitingKey)]).toEqual(['offered', false]);
});

test('a draft of another tab waits, however often both go on typing; each tab ends its own', () => {
  const drafts = openDrafts();
  for (const count of [1, 2]) {
    browser.storeElsewhere(KEY, `{"text":"theirs ${count}"}`);
    type(drafts, `mine ${count}`);
    drafts.flush();
    // The other tab does the same, and keeps this draft.
    browser.storage.set(waitingKey, JSON.stringify([browser.storage.get(KEY)]));
  }
  browser.storeElsewhere(KEY, '{"text":"theirs 3"}');
  drafts.stop();
  expect(storedText()).toBe('mine 2');
  typed = undefined;
  const own = openDrafts();
  own.discard();
  own.stop();
  const theirs = openDrafts();
  expect(theirs.$draft.get()).toBe('theirs 3');
  theirs.drop();
  expect([browser.storage.has(KEY), browser.storage.has(waitingKey)]).toEqual([false, false]);
});

test('a draft stays that another tab has let wait before it discarded its own, however this one is left', () => {
  const draft = '{"text":"offered"}';
  browser.storage.set(KEY, draft);
  const drafts = openDrafts();
  browser.storeElsewhere(KEY, '{"text":"theirs"}');
  browser.storeElsewhere(waitingKey, JSON.stringify([draft]));
  browser.storeElsewhere(KEY);
  drafts.stop();
  expect(openElsewhere().$draft.get()).toBe('offered');
});

test('a loaded form deletes what offers nothing, but no draft while another form uses its key', () => {
  const waiting = JSON.stringify(['{"text":"waits"}']);
  openDrafts('other');
  const drafts = openDrafts();
  browser.storage.set(waitingKey, waiting);
  drafts.openLoaded('other');
  expect(browser.storage.get(waitingKey)).toBe(waiting);
  browser.storage.clear();
  browser.storage.set(KEY, '{}');
  drafts.openLoaded(KEY);
  expect([drafts.$draft.get(), browser.storage.has(KEY)]).toEqual([undefined, false]);
});

test('after a reload, discarding the own draft leaves that of another tab', () => {
  browser.storage.set(KEY, '{"text":"theirs"}');
  browser.tabStorage.set(KEY, '{"text":"mine"}');
  const drafts = openDrafts();
  expect(drafts.$draft.get()).toBe('mine');
  drafts.discard();
  expect([storedText(), browser.tabStorage.has(KEY)]).toEqual(['theirs', false]);
});

test('a draft of another tab is not replaced while there is no room for it; this tab keeps its own', () => {
  const drafts = openDrafts();
  browser.storeElsewhere(KEY, '{"@line":"pb22","text":"theirs"}');
  browser.quota = 40;
  type(drafts, 'mine');
  drafts.flush();
  expect([drafts.$isFull.get(), storedText()]).toEqual([true, 'theirs']);
  drafts.stop();
  typed = undefined;
  expect(openDrafts().$draft.get()).toBe('mine');
  expect(storedText()).toBe('theirs');
});
