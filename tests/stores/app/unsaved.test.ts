import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $question, confirm, DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { $path, go, guardLeaving, startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { browser, settled, signInOffline } from '../offline-fixture.ts';

const stops: (() => void)[] = [];
beforeEach(() => {
  location.hash = '';
  signInOffline();
  // As the popup does, which follows the route while it shows a question.
  stops.push(
    $question.listen(() => {}),
    startRouting(),
  );
  visit('#/settings');
});
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop();
  $question.get()?.answer(false);
  vi.restoreAllMocks();
});

/** Changes the address like a link or the Back button. */
function visit(hash: string, event: 'hashchange' | 'popstate' = 'hashchange'): void {
  location.hash = hash;
  browser.dispatch(event);
}

/** A guarded form with edits. */
function guardEdits() {
  const form = { isEdited: true, discards: 0 };
  const stop = guardUnsaved({
    question: () => (form.isEdited ? DISCARD_QUESTION : undefined),
    discard: () => {
      form.isEdited = false;
      form.discards += 1;
    },
  });
  stops.push(stop);
  return { form, stop };
}

async function answer(yes: boolean): Promise<void> {
  $question.get()?.answer(yes);
  await settled();
  // A changed hash is an event in the browser.
  browser.dispatch('hashchange');
}

test.each(['hashchange', 'popstate'] as const)('No keeps screen and edits (%s)', async (event) => {
  const { form } = guardEdits();
  visit('#/logs', event);
  expect($question.get()?.text).toBe(DISCARD_QUESTION);
  expect($path.get()).toBe('/settings');
  expect(location.hash).toBe('#/settings');
  await answer(false);
  expect($path.get()).toBe('/settings');
  expect(form).toEqual({ isEdited: true, discards: 0 });
});

test('a command of the page asks as a link does, whenever the browser tells of the new address', async () => {
  const { form } = guardEdits();
  go('logs');
  expect($path.get()).toBe('/settings');
  await answer(true);
  expect(form.discards).toBe(1);
  expect($path.get()).toBe('/logs');
});

test('Yes discards the edits once and opens the requested address with its query', async () => {
  const { form } = guardEdits();
  visit('#/logs?filter=x');
  await answer(true);
  expect(location.hash).toBe('#/logs?filter=x');
  expect($path.get()).toBe('/logs');
  expect(form.discards).toBe(1);
  expect($question.get()).toBeUndefined();
});

test('without edits, and for another query of the same screen, nothing is asked', () => {
  const { form } = guardEdits();
  visit('#/settings?a=1');
  expect($question.get()).toBeUndefined();
  expect(location.hash).toBe('#/settings?a=1');
  form.isEdited = false;
  visit('#/logs');
  expect($question.get()).toBeUndefined();
  expect($path.get()).toBe('/logs');
});

test('another attempt to leave replaces the open question', async () => {
  guardEdits();
  visit('#/logs');
  const first = $question.get();
  visit('#/collections', 'popstate');
  expect($question.get()).not.toBe(first);
  await answer(true);
  expect($path.get()).toBe('/collections');
});

test('a reload or closing the page asks while there are edits', () => {
  const { form, stop } = guardEdits();
  expect(browser.asksOnUnload()).toBe(true);
  form.isEdited = false;
  expect(browser.asksOnUnload()).toBe(false);
  form.isEdited = true;
  stop();
  expect(browser.asksOnUnload()).toBe(false);
  visit('#/logs');
  expect($path.get()).toBe('/logs');
});

test('the end of the session leaves without a question, and answers one that is open with No', async () => {
  const { form } = guardEdits();
  visit('#/logs');
  $session.set(undefined);
  await settled();
  expect($question.get()).toBeUndefined();
  expect($path.get()).toBe('/login');
  expect(form.discards).toBe(0);
});

test('the question closes when the form stops', async () => {
  const { form, stop } = guardEdits();
  visit('#/logs');
  stop();
  expect($question.get()).toBeUndefined();
  await settled();
  expect(form.discards).toBe(0);
  expect($path.get()).toBe('/settings');
});

test('every guard may refuse; the first that refuses decides', () => {
  const asked: string[] = [];
  stops.push(
    guardLeaving(() => {
      asked.push('first');
      return true;
    }),
    guardLeaving(() => {
      asked.push('second');
      return false;
    }),
    guardLeaving(() => {
      asked.push('third');
      return false;
    }),
  );
  visit('#/logs');
  expect(asked).toEqual(['first', 'second']);
  expect($path.get()).toBe('/settings');
});

test('two forms with edits ask one after the other', async () => {
  const first = guardEdits();
  const second = guardEdits();
  visit('#/logs');
  await answer(true);
  expect(first.form.discards).toBe(1);
  expect($path.get()).toBe('/settings');
  await answer(true);
  expect(second.form.discards).toBe(1);
  expect($path.get()).toBe('/logs');
});

test('a question whose caller has stopped is not shown', async () => {
  const open = confirm('First?');
  expect(await confirm('Second?', { signal: AbortSignal.abort() })).toBe(false);
  expect($question.get()?.text).toBe('First?');
  $question.get()?.answer(true);
  expect(await open).toBe(true);
});

test('a question whose caller stops is closed as No; an answer removes the listener', async () => {
  const controller = new AbortController();
  const stopped = confirm('First?', { signal: controller.signal });
  controller.abort();
  expect(await stopped).toBe(false);
  expect($question.get()).toBeUndefined();
  const later = new AbortController();
  const answered = confirm('Second?', { signal: later.signal });
  $question.get()?.answer(true);
  expect(await answered).toBe(true);
  const next = confirm('Third?');
  later.abort();
  expect($question.get()?.text).toBe('Third?');
  $question.get()?.answer(false);
  expect(await next).toBe(false);
});

test('asks once although what is given up takes a moment to end, and again the next time', async () => {
  stops.push(guardUnsaved({ question: () => DISCARD_QUESTION, discard: () => {} }));
  visit('#/logs');
  await answer(true);
  expect($question.get()).toBeUndefined();
  expect($path.get()).toBe('/logs');
  visit('#/settings');
  expect($question.get()?.text).toBe(DISCARD_QUESTION);
});

test.each(['#/Settings', '#/settings/', '#settings'])('%s is the same screen: nobody is asked', (hash) => {
  guardEdits();
  visit(hash);
  expect($question.get()).toBeUndefined();
  expect($path.get()).toBe('/settings');
  visit('#/settings');
  expect($question.get()).toBeUndefined();
  visit('#/logs');
  expect($question.get()?.text).toBe(DISCARD_QUESTION);
});
