import { expect, test } from 'vitest';
import { fieldErrors as errorsOf } from '#domain/app/api-error.ts';
import { configuration } from '#wire/pb22/configuration.ts';
import { readRefusal } from '#wire/problems.ts';
import { answersOf } from './answers.ts';

const fieldErrors = (data: unknown) => errorsOf(readRefusal({ data }).problems);

test('[ER-07] returns the message of every field by its name', () => {
  const data = {
    email: { code: 'validation_required', message: 'Cannot be blank.' },
    name: { code: 'validation_length', message: 'Too long.' },
  };
  expect(fieldErrors(data)).toEqual({ email: 'Cannot be blank.', name: 'Too long.' });
});

test('[ER-07] joins nested names with dots', () => {
  const data = {
    logs: { maxDays: { code: 'min', message: 'Must be no less than 0.' } },
    schema: { 0: { options: { values: { code: 'required', message: 'Cannot be blank.' } } } },
  };
  expect(fieldErrors(data)).toEqual({
    'logs.maxDays': 'Must be no less than 0.',
    'schema.0.options.values': 'Cannot be blank.',
  });
});

test('[ER-07] uses a fallback for an error without a message', () => {
  expect(fieldErrors({ a: { code: 'odd' }, b: { code: 'odd', message: '' } })).toEqual({
    a: 'Invalid value',
    b: 'Invalid value',
  });
});

test.each([undefined, null, 'text', 5, [], {}, { a: null, b: 'text', c: 1 }])(
  'finds nothing in %j',
  (data) => {
    expect(fieldErrors(data)).toEqual({});
  },
);

test.each(['constructor', 'toString', '__proto__'])('keeps the message of a field called %s', (name) => {
  const errors = fieldErrors(JSON.parse(`{"${name}": {"code": "odd", "message": "Too long."}}`));
  expect(Object.entries(errors)).toEqual([[name, 'Too long.']]);
});

test('[ER-07] an error without a code still has its message', () => {
  expect(fieldErrors({ title: { message: 'Too long.' } })).toEqual({ title: 'Too long.' });
});

test('a refusal says why a value is refused where something depends on it', () => {
  const data = {
    id: { code: 'validation_invalid_id', message: 'The id is invalid or already exists.' },
    title: { code: 'validation_not_unique', message: 'Value must be unique.' },
    tags: { code: 'validation_missing_rel_records', message: 'Failed to find all.' },
    count: { code: 'constructor', message: 'Wrong.' },
  };
  expect(readRefusal({ data }).problems.map(({ path, reason }) => [path, reason])).toEqual([
    ['id', 'taken'],
    ['title', 'taken'],
    ['tags', 'dangling'],
    ['count', undefined],
  ]);
});

test.each([undefined, null, 'text', [], { message: 1, data: 'x' }])('the body %j says nothing', (body) => {
  expect(readRefusal(body)).toEqual({ text: '', problems: [] });
});

test.each(answersOf('0.22.'))('refusals of %s are read as they came', (_version, answer) => {
  const refusal = (asked: string) => {
    const { text, problems } = readRefusal(answer(asked).body);
    return [text, ...problems.map(({ path, reason }) => (reason ? `${path}: ${reason}` : path))];
  };
  const wrong = 'Something went wrong while processing your request.';
  expect(refusal('a wrong password')).toEqual(['Failed to authenticate.']);
  expect(refusal('no record')).toEqual(["The requested resource wasn't found."]);
  expect(refusal('wrong filter')).toEqual([wrong]);
  expect(refusal('wrong record')).toEqual([wrong, 'every: dangling', 'kind', 'words']);
  expect(refusal('not unique')).toEqual([expect.any(String), 'words: taken']);
  expect(refusal('a taken id')).toEqual([expect.any(String), 'id: taken']);
  expect(refusal('wrong settings')).toEqual([wrong, 'backups.cron', 'meta.appName']);
  expect(refusal('wrong view')).toEqual([wrong, 'options.query']);
});

test('a refused import says what is wrong with which collection', () => {
  const title = 'Data validations failed for collection "posts" (abc)';
  const field = { name: 'Cannot be blank.', options: { max: 'Too small.' } };
  const details = { schema: { 0: field, 1: 'Cannot be changed.' }, listRule: 'Invalid.' };
  expect(configuration.readRefusal(`${title}:\n${JSON.stringify(details)}.`)).toEqual({
    title,
    id: 'abc',
    problems: [
      { path: 'fields.0.name', text: 'Cannot be blank.' },
      { path: 'fields.0.max', text: 'Too small.' },
      { path: 'fields.1', text: 'Cannot be changed.' },
      { path: 'listRule', text: 'Invalid.' },
    ],
  });
  for (const other of ['', 'Failed.', `${title}:\nno JSON`, `${title}:\n[1]`])
    expect(configuration.readRefusal(other)).toBeUndefined();
});
