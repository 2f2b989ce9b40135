import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SECRET_MASK } from '#domain/app/secret-mask.ts';
import { draftOf, formatSettingsDraft, parseSettingsDraft } from '#domain/app/settings-draft.ts';
import { mergeSettings, settingErrors } from '#domain/app/settings-edits.ts';
import {
  emptyValues,
  flagField,
  numberField,
  pathsOf,
  type SettingValues,
  secretField,
  textField,
} from '#domain/app/settings-fields.ts';
import { ruleList } from '#domain/settings/rate-rules.ts';

const FIELDS = {
  'application.name': textField('Application name'),
  'application.hidesControls': flagField('Hide controls'),
  'smtp.port': numberField('Port'),
  'smtp.password': secretField('Password'),
  'templates.verification.body': textField('Body'),
} as const;
type Values = SettingValues<typeof FIELDS>;

const TEXT = fc.oneof(
  fc.constantFrom('', 'a', 'b', SECRET_MASK, '__proto__', 'constructor', '“”\n'),
  fc.string({ maxLength: 5 }),
);
const VALUES: fc.Arbitrary<Values> = fc.record({
  'application.name': TEXT,
  'application.hidesControls': fc.boolean(),
  'smtp.port': fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  'smtp.password': TEXT,
  'templates.verification.body': TEXT,
});
describe('merging', () => {
  test('what only one has changed stays; what both have changed is a conflict with the typed value', () => {
    fc.assert(
      fc.property(VALUES, VALUES, VALUES, (loaded, typed, stored) => {
        const { values, conflicts } = mergeSettings({ base: loaded, mine: typed, theirs: stored });
        for (const path of pathsOf(loaded)) {
          const isTyped = typed[path] !== loaded[path];
          const isStored = stored[path] !== loaded[path];
          expect(values[path]).toBe(isTyped ? typed[path] : stored[path]);
          expect(conflicts.includes(path)).toBe(isTyped && isStored && typed[path] !== stored[path]);
        }
      }),
    );
  });

  test('without changes of others, the typed values are saved; without own changes, the stored ones', () => {
    fc.assert(
      fc.property(VALUES, VALUES, (loaded, other) => {
        expect(mergeSettings({ base: loaded, mine: other, theirs: loaded })).toEqual({
          values: other,
          conflicts: [],
        });
        expect(mergeSettings({ base: loaded, mine: loaded, theirs: other })).toEqual({
          values: other,
          conflicts: [],
        });
      }),
    );
  });
});

test('what is shown without anything stored', () => {
  expect(emptyValues(FIELDS)).toEqual({
    'application.name': '',
    'application.hidesControls': false,
    'smtp.port': undefined,
    'smtp.password': '',
    'templates.verification.body': '',
  });
  expect(pathsOf(emptyValues(FIELDS))).toEqual(Object.keys(FIELDS));
});

describe('drafts', () => {
  const isEqual = (one: unknown, other: unknown) => Object.is(one, other);

  test('a draft has every change and no secret, and restores the typed values', () => {
    fc.assert(
      fc.property(VALUES, VALUES, (base, typed) => {
        const draft = draftOf(FIELDS, base, typed);
        const changed = pathsOf(typed).filter(
          (path) => path !== 'smtp.password' && !isEqual(typed[path], base[path]),
        );
        expect(Object.keys(draft ?? {})).toEqual(changed);
        const restored = parseSettingsDraft(
          FIELDS,
          base,
          formatSettingsDraft({ edits: draft ?? {}, base: {} }),
        );
        const kept = Object.fromEntries(changed.map((path) => [path, typed[path]]));
        expect(restored).toStrictEqual(changed.length ? { edits: kept, base: {} } : undefined);
      }),
    );
  });

  test.each([
    ['no JSON', '{'],
    ['a list', '[1]'],
    ['null', 'null'],
    ['unknown paths', '{"storage.secret":"x","__proto__":{"application.name":"x"},"constructor":"x"}'],
    ['a secret', '{"smtp.password":"x"}'],
    ['values of another type', '{"application.name":1,"application.hidesControls":"true","smtp.port":"1"}'],
    ['values that the form has already', '{"application.name":"","application.hidesControls":false}'],
  ])('%s is not offered', (_what, text) => {
    expect(parseSettingsDraft(FIELDS, emptyValues(FIELDS), text)).toBeUndefined();
  });

  test('what is valid is offered without the rest', () => {
    const text = '{"application.name":"typed","smtp.password":"x","smtp.port":null,"@owner":"admin"}';
    expect(parseSettingsDraft(FIELDS, emptyValues(FIELDS), text)?.edits).toEqual({
      'application.name': 'typed',
    });
  });

  test('what was stored before is read like the edits; an older draft does not say it', () => {
    const base = {
      'application.name': 'Acme',
      'smtp.password': 'x',
      'smtp.port': undefined,
      constructor: 'x',
    };
    const baseOf = (text: string) => parseSettingsDraft(FIELDS, emptyValues(FIELDS), text)?.base;
    const text = formatSettingsDraft({ edits: { 'application.name': 'typed' }, base });
    expect(baseOf(text)).toStrictEqual({ 'application.name': 'Acme', 'smtp.port': undefined });
    expect(baseOf('{"application.name":"typed"}')).toEqual({});
    expect(baseOf('{"application.name":"typed","@base":[1]}')).toEqual({});
  });
});

test('numbers that are not whole or too large get a message, other values do not', () => {
  const values = { port: 1.5, size: 2 ** 53, max: 2 ** 53 - 1, host: '1.5', empty: undefined };
  expect(settingErrors({}, values)).toEqual({
    port: 'Enter a valid whole number.',
    size: 'Enter a valid whole number.',
  });
});

test('a typed mask gets a message where a secret is typed', () => {
  const typed = { 'smtp.password': SECRET_MASK, 'application.name': SECRET_MASK };
  expect(settingErrors(FIELDS, typed)).toEqual({
    'smtp.password': 'Enter another value: PocketBase takes ****** for the saved one.',
  });
  expect(settingErrors(FIELDS, { 'smtp.password': { kept: 'set' } })).toEqual({});
});

test('a draft of an older version has other names for its fields', () => {
  const pathOf = (name: string) => (name === 'meta.appName' ? 'application.name' : name);
  const text = '{"meta.appName":"typed","smtp.port":5,"@base":{"meta.appName":"Acme"}}';
  expect(parseSettingsDraft(FIELDS, emptyValues(FIELDS), text, pathOf)).toEqual({
    edits: { 'application.name': 'typed', 'smtp.port': 5 },
    base: { 'application.name': 'Acme' },
  });
});

test('the draft of a list of objects is read as it was typed, also with an emptied number', () => {
  const fields = { rules: ruleList('Rules') };
  const rules = [{ label: '/a', audience: 'users', requests: undefined, seconds: 3, more: {} }] as const;
  const draft = formatSettingsDraft({ edits: { rules }, base: { rules: [] } });
  expect(parseSettingsDraft(fields, { rules: [] }, draft)).toEqual({ edits: { rules }, base: { rules: [] } });
  const foreign = formatSettingsDraft({ edits: { rules: [{ label: 1 }] }, base: undefined });
  expect(parseSettingsDraft(fields, { rules: [] }, foreign)).toBeUndefined();
});
