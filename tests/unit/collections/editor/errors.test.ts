import { expect, test } from 'vitest';
import { fieldErrors as errorsOf, withoutErrors } from '#domain/app/api-error.ts';
import {
  errorLabel,
  errorsByField,
  fieldErrorPath,
  gatherListErrors,
  indexErrors,
  isShownError,
  keysWithOptionErrors,
  tabsWithErrors,
  viewColumnErrors,
} from '#domain/collections/editor/errors.ts';
import { addField, removeField, setFieldOption } from '#domain/collections/editor/fields.ts';
import { setCollectionOption, valuesOf } from '#domain/collections/editor/values.ts';
import { readRefusal } from '#wire/problems.ts';
import { savedCollection, savedField } from './collections.ts';

const fieldErrors = (data: object) => errorsOf(readRefusal({ data }).problems);
const error = (message: string) => ({ code: 'validation_x', message });
const base = valuesOf(savedCollection('posts', [savedField('a'), savedField('b'), savedField('c')]));

test('errors are assigned to fields by key, and removed fields have no position', () => {
  const sent = addField(removeField(base, 'f_a'), 'relation');
  const errors = fieldErrors({
    schema: {
      0: { name: error('Must be in a valid format.') },
      2: {
        options: { collectionId: error("The relation collection doesn't exist."), minSelect: error('No.') },
      },
    },
  });
  expect(errorsByField(sent, errors)).toEqual({
    f_b: { name: 'Must be in a valid format.' },
    'new-1': { 'options.collectionId': "The relation collection doesn't exist.", 'options.minSelect': 'No.' },
  });
  expect(fieldErrorPath(sent, 'f_b')).toBe('schema.0');
  expect(fieldErrorPath(sent, 'new-1')).toBe('schema.2');
  expect(fieldErrorPath(sent, 'f_a')).toBeUndefined();
  expect(errorsByField(sent, withoutErrors(errors, 'schema.2'))).toEqual({
    f_b: { name: 'Must be in a valid format.' },
  });
});

test('position 1 is not position 10', () => {
  const many = Array.from({ length: 11 }, (_, at) => savedField(`f${at}`));
  const errors = fieldErrors({ schema: { 10: { name: error('Cannot be blank.') } } });
  expect(errorsByField(valuesOf(savedCollection('x', many)), errors)).toEqual({
    f_f10: { name: 'Cannot be blank.' },
  });
  expect(withoutErrors(errors, 'schema.1')).toEqual(errors);
});

test('a view has errors of its query and, in order, of its columns', () => {
  expect(fieldErrors({ options: { query: error('Invalid query - near "x".') } })['options.query']).toBe(
    'Invalid query - near "x".',
  );
  const columns = {
    10: { name: error('Must not be in list.') },
    2: { name: error('Must be in a valid format.') },
  };
  expect(viewColumnErrors(fieldErrors({ schema: columns }))).toEqual([
    '2: Must be in a valid format.',
    '10: Must not be in list.',
  ]);
  expect(
    viewColumnErrors(fieldErrors({ schema: { 0: { name: error('Must be in a valid format.') } } })),
  ).toEqual(['0: Must be in a valid format.']);
});

test('errors of indexes have positions', () => {
  expect(indexErrors(fieldErrors({ indexes: { 1: error('Invalid CREATE INDEX expression.') } }))).toEqual({
    1: 'Invalid CREATE INDEX expression.',
  });
});

test.each([
  ['base', { name: error('x') }, []],
  ['base', { schema: { 0: { name: error('x') } } }, ['fields']],
  ['base', { schema: error('Cannot be blank.') }, ['fields']],
  ['base', { indexes: { 0: error('x') } }, ['fields']],
  ['base', { listRule: error('x') }, ['rules']],
  ['view', { options: { query: error('x') } }, ['fields']],
  ['view', { viewRule: error('x') }, ['rules']],
  ['auth', { options: { minPasswordLength: error('x') } }, ['options']],
  ['auth', { options: { manageRule: error('x') } }, ['rules']],
  [
    'auth',
    { options: { manageRule: error('x'), requireEmail: error('x') }, deleteRule: error('x') },
    ['rules', 'options'],
  ],
] as const)('%s collection, %j marks %j', (type, data, tabs) => {
  expect([...tabsWithErrors({ ...base, type }, fieldErrors(data))]).toEqual(tabs);
});

test('errors of list entries are shown at the list, with the entry', () => {
  const file = setFieldOption(addField(base, 'file'), 'new-1', 'thumbs', ['100x100', '50x', '0x0']);
  const sent = setCollectionOption(file, 'onlyEmailDomains', ['a b']);
  const errors = fieldErrors({
    schema: {
      // The first field is removed, so that it is not sent.
      2: {
        options: { thumbs: { 1: error('Must be in a valid format.'), 2: error('Must not be in list.') } },
      },
    },
    options: { onlyEmailDomains: { 0: error('Must be a valid domain.') }, minPasswordLength: error('No.') },
  });
  expect(gatherListErrors(removeField(sent, 'f_a'), errors)).toEqual({
    'schema.2.options.thumbs': '50x: Must be in a valid format. 0x0: Must not be in list.',
    'options.onlyEmailDomains': 'a b: Must be a valid domain.',
    'options.minPasswordLength': 'No.',
  });
  expect(gatherListErrors(base, { 'options.onlyEmailDomains.3': 'No.' })).toEqual({
    'options.onlyEmailDomains': '3: No.',
  });
});

test('isShownError is false for errors without an input', () => {
  const unshown = ['type', 'id', 'indexes', 'schema.0.type', 'schema.0.system', 'options.query', 'secret'];
  expect(unshown.filter((name) => isShownError('base', name))).toEqual([]);
  const shown = ['name', 'schema', 'schema.0.name', 'schema.0.options.max', 'indexes.1', 'deleteRule'];
  expect(shown.filter((name) => !isShownError('base', name))).toEqual([]);
  expect(isShownError('view', 'schema.0.type')).toBe(true);
  expect(isShownError('view', 'options.query')).toBe(true);
  expect(isShownError('view', 'createRule')).toBe(false);
  expect(isShownError('auth', 'options.manageRule')).toBe(true);
});

test('error labels contain the names of fields', () => {
  const sent = removeField(base, 'f_a');
  expect(errorLabel(sent, 'schema.1.options.max')).toBe('c (max)');
  expect(errorLabel(sent, 'schema.0.name')).toBe('b (name)');
  expect(errorLabel(sent, 'schema.9.name')).toBe('schema.9.name');
  expect(errorLabel(sent, 'listRule')).toBe('listRule');
});

test('only errors of options require the options to open', () => {
  const errors = {
    f_a: { name: 'Cannot be blank.' },
    f_b: { name: 'Cannot be blank.', 'options.max': 'No.' },
    f_c: { type: 'No.' },
  };
  expect(keysWithOptionErrors(errors)).toEqual(['f_b', 'f_c']);
});

test('errors of view columns are sorted by number', () => {
  const errors = { 'schema.10.name': 'c', 'schema.9.name': 'b', 'schema.1.name': 'a' };
  expect(viewColumnErrors(errors)).toEqual(['1: a', '9: b', '10: c']);
});

test('the label of a field without a name is unnamed field', () => {
  const unnamed = { ...base, fields: base.fields.map((one) => ({ ...one, name: '' })) };
  expect(errorLabel(unnamed, 'schema.0.options.max')).toBe('unnamed field (max)');
});

test('an error of a missing entry is labelled with its number', () => {
  expect(
    gatherListErrors(base, { 'schema.0.options.thumbs.1': 'No.', 'schema.9.options.x.2': 'No.' }),
  ).toEqual({
    'schema.0.options.thumbs': '1: No.',
    'schema.9.options.x': '2: No.',
  });
});

test.each([
  ['options', ['options']],
  ['optionsOther', []],
])('an error of %s of an auth collection marks %j', (name, tabs) => {
  expect([...tabsWithErrors({ ...base, type: 'auth' }, { [name]: 'x' })]).toEqual(tabs);
});
