import { afterEach, expect, test } from 'vitest';
import { flagField, numberField, secretField, textField } from '#domain/app/settings-fields.ts';
import { $question } from '#stores/app/confirm.ts';
import { confirmReplacing, describeChange } from '#stores/factories/confirm-replacing.ts';
import { Declined } from '#stores/factories/create-form.ts';
import '#tests/support/browser-stub.ts';

afterEach(() => $question.get()?.answer(false));

const CHANGES = [
  { path: 'name', label: 'Name', change: 'changed this to “a”' },
  { path: 'port', label: 'Port', change: 'emptied this' },
];

/** Asks about changes; `errors` are the messages for the fields. */
function ask(changes: typeof CHANGES) {
  const stopping = new AbortController();
  const errors: object[] = [];
  const asked = confirmReplacing(changes, stopping.signal, (shown) => errors.push(shown));
  return { asked, errors, stop: () => stopping.abort() };
}

test('without changes of others nothing is asked', async () => {
  const { asked, errors } = ask([]);
  expect($question.get()).toBeUndefined();
  await asked;
  expect(errors).toEqual([]);
});

test('one question names all changes; Yes goes on', async () => {
  const { asked, errors } = ask(CHANGES);
  expect($question.get()?.text).toBe(
    [
      '- Name: Another administrator changed this to “a”.',
      '- Port: Another administrator emptied this.',
      '',
      'Do you really want to replace this?',
    ].join('\n'),
  );
  $question.get()?.answer(true);
  await asked;
  expect(errors).toEqual([]);
});

test('No ends the save, and says at each field what saving again would do', async () => {
  const { asked, errors } = ask(CHANGES);
  $question.get()?.answer(false);
  await expect(asked).rejects.toBeInstanceOf(Declined);
  expect(errors).toEqual([
    {
      name: 'Another administrator changed this to “a”. Saving again replaces it.',
      port: 'Another administrator emptied this. Saving again replaces it.',
    },
  ]);
});

test('a save that is stopped closes the question and says nothing', async () => {
  const { asked, errors, stop } = ask(CHANGES);
  stop();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  expect([$question.get(), errors]).toEqual([undefined, []]);
});

const NAME = textField('Name');
const HIDES = flagField('Hide controls');
const PORT = numberField('Port');
const PASSWORD = secretField('Password');

test.each([
  [NAME, 'Acme', 'changed this to “Acme”'],
  [NAME, '', 'changed this to empty'],
  [NAME, 'x'.repeat(40), `changed this to “${'x'.repeat(40)}”`],
  [NAME, 'x'.repeat(41), 'changed this too'],
  [NAME, 'two\nlines', 'changed this too'],
  [NAME, 'two\u2028lines', 'changed this too'],
  [NAME, 'a\u202Etxt', 'changed this too'],
  [HIDES, true, 'changed this to on'],
  [HIDES, false, 'changed this to off'],
  [PORT, 0, 'changed this to “0”'],
  [PORT, undefined, 'changed this to empty'],
  [PASSWORD, 'secret', 'changed this too'],
  [PASSWORD, { kept: 'set' } as const, 'changed this too'],
])('describes a change of %o to %j', (field, value, text) => {
  expect(describeChange(field, value)).toBe(text);
});
