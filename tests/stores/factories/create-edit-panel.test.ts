import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { createEditPanel, createPanelStack, type Removal } from '#stores/factories/create-edit-panel.ts';
import { createForm, Declined } from '#stores/factories/create-form.ts';
import { answerQuestion } from '#tests/stores/answer-question.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { failure } from '../failure.ts';
import { browser, signInOffline } from '../offline-fixture.ts';

startStores(() => {
  signInOffline();
  return [startRouting()];
});
beforeEach(() => $toasts.set([]));
afterEach(() => $question.get()?.answer(false));

/** A panel over a form with a name; what it does to its drafts and its owner is logged. */
function setUp() {
  const calls: string[] = [];
  const log = (name: string) => () => void calls.push(name);
  const form = createForm({ initial: { name: '' } });
  const drafts = {
    $draft: atom<string | undefined>(undefined),
    $isFull: atom(false),
    ...{ touch: log('touch'), flush: log('flush'), restore: log('restore'), change: log('change') },
    ...{ clearEdits: log('clear'), drop: log('drop'), discard: log('discard'), stop: log('keep') },
  };
  const panel = createEditPanel({ form, drafts, stop: log('stop'), onClose: log('closed') });
  return { form, panel, drafts, log, calls: () => calls.splice(0) };
}
type Panel = ReturnType<typeof setUp>['panel'];

/** Copies, and tells whether that was done. */
async function hasCopied(panel: Panel): Promise<boolean> {
  let isDone = false;
  await panel.duplicate(() => {
    isDone = true;
  });
  return isDone;
}

test('panels have ids of their own, and offer the draft that was found', () => {
  const [one, other] = [setUp(), setUp()];
  expect(one.panel.id).not.toBe(other.panel.id);
  one.drafts.$draft.set('found');
  one.drafts.$isFull.set(true);
  expect([one.panel.$offeredDraft.get(), one.panel.$isDraftFull.get()]).toEqual(['found', true]);
  one.panel.restoreDraft();
  one.panel.discardDraft();
  expect(one.calls()).toEqual(['restore', 'discard']);
});

test('without edits it closes at once, and only once', async () => {
  const { panel, calls } = setUp();
  expect(panel.isClosed()).toBe(false);
  expect([await panel.close(), panel.isClosed()]).toEqual([true, true]);
  panel.dispose();
  expect(await panel.close()).toBe(true);
  expect(calls()).toEqual(['stop', 'keep', 'closed']);
});

test.each<[string, (panel: Panel) => Promise<boolean>, string]>([
  ['closing', (panel) => panel.close(), 'Do you really want to close the panel?'],
  ['asking whether it may close', (panel) => panel.confirmClose(), 'Do you really want to close the panel?'],
  ['copying', hasCopied, 'Do you really want to discard them?'],
])('%s asks about edits, and gives them up only after Yes', async (_what, act, question) => {
  const { form, panel, calls } = setUp();
  form.set('name', 'typed');
  const declined = act(panel);
  expect($question.get()?.loss).toBe('');
  expect(await answerQuestion(false)).toBe(`You have unsaved changes. ${question}`);
  expect(await declined).toBe(false);
  expect(calls()).toEqual([]);
  const accepted = act(panel);
  await answerQuestion(true);
  expect(await accepted).toBe(true);
  expect(calls()[0]).toBe('clear');
});

test('during a call it neither closes nor copies, without a question', async () => {
  const { form, panel, calls } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = form.run(() => promise);
  const copy = vi.fn();
  expect([await panel.close(), await panel.confirmClose()]).toEqual([false, false]);
  await panel.duplicate(copy);
  expect([$question.get(), calls(), copy.mock.calls]).toEqual([undefined, [], []]);
  resolve();
  await running;
  await panel.duplicate(copy);
  expect(copy).toHaveBeenCalledOnce();
});

test.each<[string, (set: ReturnType<typeof setUp>) => void, boolean | undefined, string[]]>([
  ['is closed', () => {}, undefined, ['stop', 'keep', 'closed']],
  ['that is to stay open is open', () => {}, true, ['open']],
  [
    'with later edits stays open, and they are a draft',
    ({ form }) => form.set('name', 'x'),
    false,
    ['open', 'touch'],
  ],
  [
    'that was closed before keeps later edits as a draft',
    ({ form, panel, calls }) => {
      form.set('name', 'x');
      panel.dispose();
      calls();
    },
    false,
    ['open', 'touch', 'keep'],
  ],
])('after a save a panel %s', (_what, before, keepOpen, expected) => {
  const set = setUp();
  before(set);
  set.panel.afterSave(set.log('open'), keepOpen);
  expect(set.calls()).toEqual(expected);
});

/** What is removed, without an error; `more` are other options. */
const removal = (set: ReturnType<typeof setUp>, more: Partial<Removal> = {}): Removal => ({
  question: 'Really?',
  loss: 'One thing is lost.',
  request: async () => set.log('request')(),
  warning: 'It may be gone.',
  message: 'It is gone.',
  onRemoved: set.log('removed'),
  ...more,
});

test('a removal asks, then is noted before it is sent, told and passed on', async () => {
  const set = setUp();
  const action = { label: 'Undo', run: () => {} };
  const options = removal(set, {
    prepare: async () => {
      set.log('prepare')();
      return (isSure) => {
        set.log(isSure ? 'note' : 'note as unsure')();
        return action;
      };
    },
  });
  const declined = set.panel.remove(options);
  expect($question.get()).toMatchObject({ text: 'Really?', loss: 'One thing is lost.' });
  await answerQuestion(false);
  await declined;
  expect(set.calls()).toEqual([]);
  const removed = set.panel.remove(options);
  await answerQuestion(true);
  await removed;
  expect(set.calls()).toEqual(['prepare', 'request', 'drop', 'stop', 'keep', 'closed', 'note', 'removed']);
  expect(typedToasts()).toEqual(['success: It is gone.']);
  expect($toasts.get()[0]?.action).toBe(action);
});

test('what is not to be removed after all, is not', async () => {
  const set = setUp();
  const removed = set.panel.remove(removal(set, { prepare: () => Promise.reject(new Declined()) }));
  await answerQuestion(true);
  await removed;
  expect([set.calls(), typedToasts()]).toEqual([[], []]);
});

test('who stops a removal is warned once it was sent', async () => {
  const set = setUp();
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const request = (signal: AbortSignal) => {
    send();
    return new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const removed = set.panel.remove(removal(set, { request }));
  await answerQuestion(true);
  await sent;
  set.form.stop();
  await removed;
  expect([set.calls(), typedToasts()]).toEqual([[], ['warning: It may be gone.']]);
});

test.each([
  ['before', false],
  ['after', true],
])('a removal without a response is noted when the panel closes %s its end', async (_when, isEnded) => {
  const set = setUp();
  const note = vi.fn(() => undefined);
  const { promise: response, reject: lose } = Promise.withResolvers<void>();
  const removed = set.panel.remove(removal(set, { prepare: async () => note, request: () => response }));
  await answerQuestion(true);
  const ends = [() => set.panel.dispose(), () => lose(failure(0, 'Refused.'))];
  for (const end of isEnded ? ends.toReversed() : ends) {
    expect(note).not.toHaveBeenCalled();
    end();
    if (isEnded) await removed;
  }
  await removed;
  expect(note.mock.calls).toEqual([[false]]);
});

test.each([
  ['after a lost response', 0, ['error: Refused.', 'success: It is gone.']],
  ['after a refusal', 400, ['error: Refused.']],
])('%s, a removal that finds nothing is one that has worked or not', async (_when, status, toasts) => {
  const set = setUp();
  const answers = [failure(status, 'Refused.'), failure(404, 'Refused.')];
  const options = removal(set, { request: () => Promise.reject(answers.shift()) });
  for (let tries = 0; tries < 2; tries += 1) {
    const removed = set.panel.remove(options);
    await answerQuestion(true);
    await removed;
  }
  expect(typedToasts()).toEqual(toasts);
  expect(set.panel.isClosed()).toBe(status === 0);
});

test('a stack closes its panels from the top, with another screen, and warns before edits are left', () => {
  go('collections');
  const stack = createPanelStack<{ $isDirty: ReturnType<typeof atom<boolean>>; dispose: () => void }>();
  const closed: string[] = [];
  const add = (name: string) => {
    const panel = {
      $isDirty: atom(false),
      dispose: () => {
        closed.push(name);
        stack.remove(panel);
      },
    };
    stack.push(panel);
    return panel;
  };
  const stop = stack.start();
  const [a, b] = [add('a'), add('b')];
  expect(stack.$panels.get()).toEqual([a, b]);
  expect(browser.asksOnUnload()).toBe(false);
  b.$isDirty.set(true);
  expect(browser.asksOnUnload()).toBe(true);
  stack.remove(undefined);
  expect(stack.$panels.get()).toHaveLength(2);
  go('collections', { filter: 'x' });
  expect(closed).toEqual([]);
  go('logs');
  expect([closed.splice(0), stack.$panels.get()]).toEqual([['b', 'a'], []]);
  add('c');
  stop();
  expect(closed.splice(0)).toEqual(['c']);
  add('d').$isDirty.set(true);
  go('collections');
  expect([closed, browser.asksOnUnload()]).toEqual([[], false]);
});
