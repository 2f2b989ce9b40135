import { afterEach, expect, test, vi } from 'vitest';
import { $toasts } from '#stores/app/toasts.ts';
import { createForm, Declined } from '#stores/factories/create-form.ts';
import { eventually } from '#tests/support/eventually.ts';
import '#tests/support/browser-stub.ts';
import { failure } from '../failure.ts';
import { removeToasts } from '../toasts.ts';

afterEach(removeToasts);
const toasts = () => $toasts.get().map(({ message }) => message);

const initial = { email: '', name: '' };
const rejection = failure(400, 'Refused.', {
  email: { code: 'x', message: 'Must be an address.' },
  name: { code: 'x', message: 'Too short.' },
  other: { code: 'x', message: 'Not shown.' },
});
const rejects = () => Promise.reject(rejection);

test('sends the typed values and keeps them', async () => {
  const save = vi.fn(async (_values: typeof initial) => {});
  const form = createForm({ initial, save });
  form.set('email', 'a@example.com');
  expect(await form.save()).toBe(true);
  expect(save).toHaveBeenCalledExactlyOnceWith({ email: 'a@example.com', name: '' }, expect.anything());
  expect(form.$values.get()).toEqual({ email: 'a@example.com', name: '' });
});

test('runs one save at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const save = vi.fn(() => promise);
  const form = createForm({ initial, save });
  expect(form.$isBusy.get()).toBe(false);
  const first = form.save();
  expect([form.$isBusy.get(), form.$canSave.get()]).toEqual([true, false]);
  expect(await form.save()).toBe(false);
  resolve();
  expect(await first).toBe(true);
  expect(form.$isBusy.get()).toBe(false);
  expect(save).toHaveBeenCalledOnce();
});

test('[ER-07] shows a message at its field until the field changes; the toast contains messages without a field', async () => {
  const form = createForm({ initial, save: rejects });
  expect(await form.save()).toBe(false);
  expect(form.$isBusy.get()).toBe(false);
  expect(form.$errors.get()).toMatchObject({ email: 'Must be an address.', name: 'Too short.' });
  expect(toasts()).toHaveLength(1);
  expect(toasts()[0]).toContain('Not shown.');
  expect(toasts()[0]).not.toContain('Too short.');
  form.set('email', 'b');
  expect(form.$errors.get()).not.toHaveProperty('email');
  expect(form.$errors.get()).toMatchObject({ name: 'Too short.' });
});

test('changing a field without a message keeps the messages', async () => {
  const form = createForm({ initial, save: async () => {} });
  const before = form.$errors.get();
  form.set('name', 'x');
  expect(form.$errors.get()).toBe(before);
  await form.save();
});

test('messages of the last save are cleared while the next is pending', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const save = vi.fn(() => promise).mockImplementationOnce(rejects);
  const form = createForm({ initial, save });
  await form.save();
  const next = form.save();
  expect(form.$errors.get()).toEqual({});
  resolve();
  expect(await next).toBe(true);
});

test('reset clears the messages and sets the initial or other values', async () => {
  const form = createForm({ initial, save: rejects });
  form.set('name', 'x');
  await form.save();
  form.reset();
  expect(form.$values.get()).toEqual(initial);
  expect(form.$errors.get()).toEqual({});
  form.reset({ email: 'c', name: '' });
  expect(form.$values.get()).toEqual({ email: 'c', name: '' });
});

test.each([
  [true, 0],
  [false, 1],
])('an error that its owner handles (%s) is not shown again', async (isHandled, toastCount) => {
  const onError = vi.fn(() => isHandled);
  const form = createForm({ initial, save: rejects, onError });
  expect(await form.save()).toBe(false);
  expect(onError).toHaveBeenCalledExactlyOnceWith(rejection);
  expect(toasts()).toHaveLength(toastCount);
  expect(Object.keys(form.$errors.get()).length > 0).toBe(!isHandled);
});

test('a form with a load function can be saved after it has loaded and while it has changes', async () => {
  const stored = { email: 'a@example.com', name: 'a' };
  const form = createForm({ initial, load: async () => stored, save: async (values) => values });
  expect(form.$state.get()).toBe('busy');
  expect(await form.save()).toBe(false);
  await form.load();
  expect(form.$state.get()).toBe('ready');
  expect(form.$values.get()).toEqual(stored);
  expect(form.$canSave.get()).toBe(false);
  form.set('name', 'b');
  expect(form.$canSave.get()).toBe(true);
  form.set('name', 'a');
  expect(form.$canSave.get()).toBe(false);
});

test('a form that failed to load shows the error and can be loaded again', async () => {
  const load = vi.fn(async () => ({ email: 'a', name: 'a' })).mockImplementationOnce(rejects);
  const form = createForm({ initial, load });
  await form.load();
  expect(form.$state.get()).toBe('failed');
  expect(toasts()).toHaveLength(1);
  form.set('name', 'typed');
  expect(form.$canSave.get()).toBe(false);
  const again = form.load();
  expect(form.$state.get()).toBe('busy');
  await again;
  expect(form.$state.get()).toBe('ready');
  expect(form.$values.get()).toEqual({ email: 'a', name: 'a' });
});

test('the saved values become the base; edits made during the save stay as changes', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof initial>();
  const form = createForm({ initial, save: () => promise });
  form.set('name', 'sent');
  const saving = form.save();
  form.set('name', 'typed later');
  resolve({ email: 'set by the backend', name: 'sent' });
  expect(await saving).toBe(true);
  expect(form.$base.get()).toEqual({ email: 'set by the backend', name: 'sent' });
  expect(form.$values.get().name).toBe('typed later');
  expect(form.$isDirty.get()).toBe(true);
});

test('a stopped call is silent, but warns when its request was sent', async () => {
  const aborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const form = createForm({ initial });
  const early = form.run(({ signal }) => aborted(signal));
  expect(form.stop()).toBe(false);
  expect(await early).toBe(false);
  expect(toasts()).toEqual([]);
  const late = form.run(({ signal, sending }) => {
    sending('It may be done.');
    return aborted(signal);
  });
  expect(form.stop()).toBe(true);
  expect(await late).toBe(false);
  expect(toasts()).toEqual(['It may be done.']);
  expect(form.stop()).toBe(false);
});

/** A form whose loads end when the test says. */
function createSlowForm() {
  const loads: { readonly signal: AbortSignal; readonly end: (name: string) => void }[] = [];
  const form = createForm({
    initial,
    load: (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<typeof initial>();
      loads.push({ signal, end: (name) => resolve({ email: '', name }) });
      signal.addEventListener('abort', () => reject(signal.reason));
      return promise;
    },
    save: async (values) => values,
  });
  return { form, loads };
}

test('of two loads the second one counts', async () => {
  const { form, loads } = createSlowForm();
  const first = form.load();
  const second = form.load();
  await Promise.resolve();
  expect(loads).toHaveLength(1);
  loads[0]?.end('first');
  await first;
  // The first result is not the one that was asked for last.
  expect(form.$state.get()).toBe('busy');
  await eventually(() => expect(loads).toHaveLength(2));
  loads[1]?.end('second');
  await second;
  expect(form.$state.get()).toBe('ready');
  expect(form.$values.get().name).toBe('second');
});

test('forget aborts a load silently, and a load after it starts anew', async () => {
  const { form, loads } = createSlowForm();
  const first = form.load();
  await eventually(() => expect(loads).toHaveLength(1));
  form.forget();
  expect(loads[0]?.signal.aborted).toBe(true);
  const second = form.load();
  await first;
  expect(form.$state.get()).toBe('busy');
  await eventually(() => expect(loads).toHaveLength(2));
  loads[1]?.end('second');
  await second;
  expect(form.$state.get()).toBe('ready');
  expect(toasts()).toEqual([]);
});

test('forget before a waiting load has started stops that load as well', async () => {
  const { form, loads } = createSlowForm();
  const first = form.load();
  const second = form.load();
  form.forget();
  await Promise.all([first, second]);
  expect(loads).toHaveLength(1);
  expect(form.$state.get()).toBe('busy');
});

test('forget removes what was loaded and typed', async () => {
  const { form, loads } = createSlowForm();
  const load = form.load();
  await eventually(() => expect(loads).toHaveLength(1));
  loads[0]?.end('stored');
  await load;
  form.set('email', 'typed');
  form.setErrors({ email: 'Wrong.' });
  form.forget();
  expect(form.$values.get()).toEqual(initial);
  expect(form.$base.get()).toEqual(initial);
  expect(form.$errors.get()).toEqual({});
  expect(form.$canSave.get()).toBe(false);
});

test('a load that ignores its signal does not fill a form that was forgotten', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof initial>();
  const form = createForm({ initial, load: () => promise });
  const load = form.load();
  form.forget();
  resolve({ email: 'late', name: 'late' });
  await load;
  expect(form.$values.get()).toEqual(initial);
  expect(form.$state.get()).toBe('busy');
});

test('forget during a save warns that it may be saved', async () => {
  const form = createForm({
    initial,
    save: (_values, { signal, sending }) => {
      sending('It may be saved.');
      return new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  form.set('name', 'typed');
  const saving = form.save();
  form.forget();
  expect(await saving).toBe(false);
  expect(toasts()).toEqual(['It may be saved.']);
  expect(form.$values.get()).toEqual(initial);
});

test('one call at a time: another one is not begun', async () => {
  const form = createForm({ initial });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = form.run(() => promise);
  const other = vi.fn(async () => {});
  expect(await form.run(other)).toBe(false);
  expect(other).not.toHaveBeenCalled();
  resolve();
  expect(await first).toBe(true);
  expect(await form.run(other)).toBe(true);
});

test('a call that ends after it was stopped has not succeeded', async () => {
  const form = createForm({ initial });
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = form.run(() => promise);
  form.stop();
  resolve();
  expect(await running).toBe(false);
});

test('a declined call says nothing, and a failed one goes to its own handler', async () => {
  const form = createForm({ initial });
  const onError = vi.fn();
  expect(await form.run(() => Promise.reject(new Declined()), onError)).toBe(false);
  expect(onError).not.toHaveBeenCalled();
  expect(await form.run(rejects, onError)).toBe(false);
  expect(onError).toHaveBeenCalledExactlyOnceWith(rejection);
  expect([toasts(), form.$isBusy.get()]).toEqual([[], false]);
  expect(await form.run(rejects)).toBe(false);
  expect(toasts()).toHaveLength(1);
});

test('a toast names the fields that are not shown, by their labels', async () => {
  const other = rejection.problems.find(({ path }) => path === 'other');
  const plain = createForm({ initial, save: rejects });
  await plain.save();
  expect(toasts()).toEqual([`Refused. other: ${other?.text}`]);
  const labelled = createForm({
    initial,
    save: rejects,
    isShown: (path, values) => path !== 'name' && values.email === 'x',
    labelOf: (path, values) => `${path} of ${values.email}`,
  });
  labelled.set('email', 'x');
  await labelled.save();
  expect(toasts().at(-1)).toBe('Refused. name of x: Too short.');
});

test('the values that a save returns are shown, unless more was typed', async () => {
  const form = createForm({ initial, save: async () => ({ email: 'stored', name: 'stored' }) });
  form.set('name', 'typed');
  expect(await form.save()).toBe(true);
  expect(form.$values.get()).toEqual({ email: 'stored', name: 'stored' });
  expect(form.$isDirty.get()).toBe(false);
});

test('a form without a load function is ready at once, also after it was forgotten; it loads nothing', async () => {
  const form = createForm({ initial, save: async () => {} });
  await form.load();
  expect([form.$state.get(), form.$canSave.get()]).toEqual(['ready', true]);
  form.forget();
  expect([form.$state.get(), form.$canSave.get()]).toEqual(['ready', true]);
});

test('what counts as a change can be said', () => {
  const form = createForm({ initial, isDirty: (values, base) => values.name !== base.name });
  form.set('email', 'x');
  expect(form.$isDirty.get()).toBe(false);
  form.set('name', 'x');
  expect(form.$isDirty.get()).toBe(true);
});
