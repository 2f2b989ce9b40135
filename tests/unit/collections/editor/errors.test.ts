import { expect, test } from 'vitest';
import { fieldErrors, withoutErrors } from '#domain/app/api-error.ts';
import { toCollection } from '#domain/collections/editor/body.ts';
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
import {
  type CollectionValues,
  setCollectionOption,
  setType,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import { readRefusal } from '#wire/problems.ts';
import { collectionProblems } from '#wire/save-collection.ts';
import { savedCollection, savedField } from './collections.ts';

const error = (message: string) => ({ code: 'validation_x', message });
const base = valuesOf(savedCollection('posts', [savedField('a'), savedField('b'), savedField('c')]));
/** What the backend says about sent values. */
const told = (sent: CollectionValues, data: object) =>
  fieldErrors(collectionProblems(readRefusal({ data }).problems, toCollection(sent, undefined)));

test('errors are assigned to fields by key, and removed fields have no position', () => {
  const sent = addField(removeField(base, 'f_a'), 'relation');
  const errors = told(sent, {
    schema: {
      0: { name: error('Must be in a valid format.') },
      2: {
        options: { collectionId: error("The relation collection doesn't exist."), minSelect: error('No.') },
      },
    },
  });
  expect(errorsByField(sent, errors)).toEqual({
    f_b: { name: 'Must be in a valid format.' },
    'new-1': { collectionId: "The relation collection doesn't exist.", min: 'No.' },
  });
  expect(fieldErrorPath(sent, 'f_b')).toBe('fields.0');
  expect(fieldErrorPath(sent, 'new-1')).toBe('fields.2');
  expect(fieldErrorPath(sent, 'f_a')).toBeUndefined();
  expect(errorsByField(sent, withoutErrors(errors, 'fields.2'))).toEqual({
    f_b: { name: 'Must be in a valid format.' },
  });
});

test('position 1 is not position 10', () => {
  const many = Array.from({ length: 11 }, (_, at) => savedField(`f${at}`));
  const sent = valuesOf(savedCollection('x', many));
  const errors = told(sent, { schema: { 10: { name: error('Cannot be blank.') } } });
  expect(errorsByField(sent, errors)).toEqual({
    f_f10: { name: 'Cannot be blank.' },
  });
  expect(withoutErrors(errors, 'fields.1')).toEqual(errors);
});

test('a view has errors of its query and, in order, of its columns', () => {
  const view = { ...setType(base, 'view'), id: 'v' };
  expect(told(view, { options: { query: error('Invalid query - near "x".') } })).toEqual({
    query: 'Invalid query - near "x".',
  });
  const columns = {
    10: { name: error('Must not be in list.') },
    2: { name: error('Must be in a valid format.') },
  };
  expect(viewColumnErrors(told(view, { schema: columns }))).toEqual([
    '2: Must be in a valid format.',
    '10: Must not be in list.',
  ]);
  expect(
    viewColumnErrors(told(view, { schema: { 0: { name: error('Must be in a valid format.') } } })),
  ).toEqual(['0: Must be in a valid format.']);
});

test('errors of indexes have positions', () => {
  expect(indexErrors(told(base, { indexes: { 1: error('Invalid CREATE INDEX expression.') } }))).toEqual({
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
  const sent = { ...base, type };
  expect([...tabsWithErrors(sent, told(sent, data))]).toEqual(tabs);
});

test('errors of list entries are shown at the list, with the entry', () => {
  const file = setFieldOption(addField(base, 'file'), 'new-1', 'thumbs', ['100x100', '50x', '0x0']);
  const sent = setType(setCollectionOption(removeField(file, 'f_a'), 'onlyDomains', ['a b']), 'auth');
  const errors = told(sent, {
    schema: {
      // The first field is removed, so that it is not sent.
      2: {
        options: { thumbs: { 1: error('Must be in a valid format.'), 2: error('Must not be in list.') } },
      },
    },
    options: { onlyEmailDomains: { 0: error('Must be a valid domain.') }, minPasswordLength: error('No.') },
  });
  expect(gatherListErrors(sent, errors)).toEqual({
    'fields.2.thumbs': '50x: Must be in a valid format. 0x0: Must not be in list.',
    'auth.onlyDomains': 'a b: Must be a valid domain.',
    'auth.minPassword': 'No.',
  });
  expect(gatherListErrors(base, { 'auth.onlyDomains.3': 'No.' })).toEqual({
    'auth.onlyDomains': '3: No.',
  });
});

test('isShownError is false for errors without an input', () => {
  const unshown = [
    'type',
    'id',
    'indexes',
    'fields.0.type',
    'fields.0.isSystem',
    'query',
    'auth.x',
    'secret',
  ];
  expect(unshown.filter((name) => isShownError('base', name))).toEqual([]);
  const shown = ['name', 'fields', 'fields.0.name', 'fields.0.max', 'indexes.1', 'deleteRule'];
  expect(shown.filter((name) => !isShownError('base', name))).toEqual([]);
  expect(isShownError('view', 'fields.0.type')).toBe(true);
  expect(isShownError('view', 'query')).toBe(true);
  expect(isShownError('view', 'createRule')).toBe(false);
  expect(isShownError('auth', 'manageRule')).toBe(true);
});

test('error labels contain the names of fields', () => {
  const sent = removeField(base, 'f_a');
  expect(errorLabel(sent, 'fields.1.max')).toBe('c (max)');
  expect(errorLabel(sent, 'fields.0.name')).toBe('b (name)');
  expect(errorLabel(sent, 'fields.9.name')).toBe('fields.9.name');
  expect(errorLabel(sent, 'listRule')).toBe('listRule');
});

test('only errors of options require the options to open', () => {
  const errors = {
    f_a: { name: 'Cannot be blank.' },
    f_b: { name: 'Cannot be blank.', max: 'No.' },
    f_c: { type: 'No.' },
  };
  expect(keysWithOptionErrors(errors)).toEqual(['f_b', 'f_c']);
});

test('errors of view columns are sorted by number', () => {
  const errors = { 'fields.10.name': 'c', 'fields.9.name': 'b', 'fields.1.name': 'a' };
  expect(viewColumnErrors(errors)).toEqual(['1: a', '9: b', '10: c']);
});

test('the label of a field without a name is unnamed field', () => {
  const unnamed = { ...base, fields: base.fields.map((one) => ({ ...one, name: '' })) };
  expect(errorLabel(unnamed, 'fields.0.max')).toBe('unnamed field (max)');
});

test('an error of a missing entry is labelled with its number', () => {
  expect(gatherListErrors(base, { 'fields.0.thumbs.1': 'No.', 'fields.9.x.2': 'No.' })).toEqual({
    'fields.0.thumbs': '1: No.',
    'fields.9.x': '2: No.',
  });
});

test.each([
  ['auth', ['options']],
  ['authOther', []],
])('an error of %s of an auth collection marks %j', (name, tabs) => {
  expect([...tabsWithErrors({ ...base, type: 'auth' }, { [name]: 'x' })]).toEqual(tabs);
});
