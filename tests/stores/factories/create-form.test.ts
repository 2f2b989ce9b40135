import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#domain/app/api-error.ts';
import { $toasts, removeToast } from '#stores/app/toasts.ts';
import { createForm } from '#stores/factories/create-form.ts';
import '#tests/support/browser-stub.ts';

afterEach(() => {
  for (const { id } of $toasts.get()) removeToast(id);
});
const toasts = () => $toasts.get().map(({ message }) => message);

const initial = { email: '', name: '' };
const refusal = new ApiError({
  url: '',
  status: 400,
  isAbort: false,
  message: 'Refused.',
  body: {
    code: 400,
    message: 'Refused.',
    data: {
      email: { code: 'x', message: 'Must be an address.' },
      name: { code: 'x', message: 'Too short.' },
      other: { code: 'x', message: 'Not shown.' },
    },
  },
});
const refused = () => Promise.reject(refusal);

test('sends what was typed and keeps it', async () => {
  const submit = vi.fn(async (_values: typeof initial) => {});
  const form = createForm({ initial, submit });
  form.set('email', 'a@example.com');
  expect(await form.submit()).toBe(true);
  expect(submit).toHaveBeenCalledExactlyOnceWith({ email: 'a@example.com', name: '' });
  expect(form.$values.get()).toEqual({ email: 'a@example.com', name: '' });
});

test('is sent once at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const submit = vi.fn(() => promise);
  const form = createForm({ initial, submit });
  expect(form.$busy.get()).toBe(false);
  const first = form.submit();
  expect(form.$busy.get()).toBe(true);
  expect(await form.submit()).toBe(false);
  resolve();
  expect(await first).toBe(true);
  expect(form.$busy.get()).toBe(false);
  expect(submit).toHaveBeenCalledOnce();
});

test('[ER-07] shows a message at its field until that is changed; the toast names what has no field', async () => {
  const form = createForm({ initial, submit: refused });
  expect(await form.submit()).toBe(false);
  expect(form.$busy.get()).toBe(false);
  expect(form.$errors.get()).toMatchObject({ email: 'Must be an address.', name: 'Too short.' });
  expect(toasts()).toHaveLength(1);
  expect(toasts()[0]).toContain('Not shown.');
  expect(toasts()[0]).not.toContain('Too short.');
  form.set('email', 'b');
  expect(form.$errors.get()).not.toHaveProperty('email');
  expect(form.$errors.get()).toMatchObject({ name: 'Too short.' });
});

test('a change of a field without a message leaves the messages alone', async () => {
  const form = createForm({ initial, submit: async () => {} });
  const before = form.$errors.get();
  form.set('name', 'x');
  expect(form.$errors.get()).toBe(before);
  await form.submit();
});

test('messages of the last try are gone while the next is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const submit = vi.fn(() => promise).mockImplementationOnce(refused);
  const form = createForm({ initial, submit });
  await form.submit();
  const next = form.submit();
  expect(form.$errors.get()).toEqual({});
  resolve();
  expect(await next).toBe(true);
});

test('starts over, empty or with other values, without messages', async () => {
  const form = createForm({ initial, submit: refused });
  form.set('name', 'x');
  await form.submit();
  form.reset();
  expect(form.$values.get()).toEqual(initial);
  expect(form.$errors.get()).toEqual({});
  form.reset({ email: 'c', name: '' });
  expect(form.$values.get()).toEqual({ email: 'c', name: '' });
});

test.each([
  [true, 0],
  [false, 1],
])('an error that its owner deals with (%s) is not told again', async (isDealtWith, told) => {
  const onError = vi.fn(() => isDealtWith);
  const form = createForm({ initial, submit: refused, onError });
  expect(await form.submit()).toBe(false);
  expect(onError).toHaveBeenCalledExactlyOnceWith(refusal);
  expect(toasts()).toHaveLength(told);
  expect(Object.keys(form.$errors.get()).length > 0).toBe(!isDealtWith);
});
