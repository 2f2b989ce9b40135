import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatList, parseList } from '#domain/app/text-list.ts';
import type { Collection, CollectionType } from '#domain/backend/collection.ts';
import { isOpenForWriting } from '#domain/collections/collection.ts';
import {
  EMPTY_RULE_PLACEHOLDER,
  hasRules,
  openRules,
  type RuleName,
  ruleHelp,
  ruleLabel,
  ruleOf,
  ruleState,
  rulesOf,
} from '#domain/collections/rules.ts';
import { formatChoices, parseChoices } from '#domain/field-types/choice-list.ts';
import { isMultiple, shownTypes } from '#domain/field-types/field-type.ts';
import { MIME_PRESETS, MIME_TYPES } from '#domain/field-types/file-options.ts';
import {
  FIELD_TYPE_LABELS,
  fieldTypeLabel,
  PRESENTABLE_TOOLTIP,
  requiredLabel,
  requiredTooltip,
} from '#domain/field-types/labels.ts';
import {
  dateOptions,
  defaultOptions,
  domainInputs,
  optionLabel,
  optionLimits,
  toMultiple,
  toSingle,
} from '#domain/field-types/options.ts';
import { systemFields } from '#wire/save-collection.ts';
import { savedCollection } from '../collections/editor/collections.ts';

describe('types', () => {
  test('offers every type once', () => {
    expect(FIELD_TYPE_LABELS.map(({ type }) => type).sort()).toEqual([...shownTypes].sort());
    expect((['date', 'id', 'username'] as const).map(fieldTypeLabel)).toEqual(['DateTime', 'Id', 'Username']);
    expect(FIELD_TYPE_LABELS.map(({ label }) => label)).toEqual([
      ...['Plain text', 'Rich editor', 'Number', 'Bool', 'Email', 'Url', 'DateTime', 'Select', 'File'],
      ...['Relation', 'JSON'],
    ]);
  });

  test.each([
    ['bool', {}, 'Nonfalsey', 'Requires the field value NOT to be false.'],
    ['number', {}, 'Nonzero', 'Requires the field value NOT to be 0.'],
    ['text', {}, 'Nonempty', 'Requires the field value NOT to be "".'],
    ['json', {}, 'Nonempty', 'Requires the field value NOT to be null, "", [], {}.'],
    ['select', { max: 1 }, 'Nonempty', 'Requires the field value NOT to be "".'],
    ['file', { max: 2 }, 'Nonempty', 'Requires the field value NOT to be [].'],
    ['relation', { max: null }, 'Nonempty', 'Requires the field value NOT to be [].'],
  ] as const)('the switch Required of a %s with %j is labelled %s', (type, options, label, tooltip) => {
    expect(requiredLabel(type)).toBe(label);
    expect(requiredTooltip({ type, ...options })).toBe(tooltip);
  });

  test('system fields depend on the type of the collection', () => {
    const shown = (type: CollectionType) =>
      systemFields(type, '').flatMap(({ name, isHidden }) => (isHidden ? [] : name));
    expect(shown('base')).toEqual(['id', 'created', 'updated']);
    expect(shown('auth').slice(1, 5)).toEqual(['username', 'email', 'emailVisibility', 'verified']);
  });
});

describe('options', () => {
  test('returns new default options on each call', () => {
    expect(defaultOptions('select')).toEqual({ max: 1, choices: [] });
    expect(defaultOptions('file')).toEqual({
      max: 1,
      maxSize: 5_242_880,
      mimeTypes: [],
      thumbs: [],
      isProtected: false,
    });
    expect(defaultOptions('text')).toEqual({ min: null, max: null, pattern: '' });
    expect(defaultOptions('number')).toEqual({ min: null, max: null, isWhole: false });
    expect(defaultOptions('date')).toEqual({ min: '', max: '' });
    expect(defaultOptions('editor')).toEqual({ stripsDomain: false });
    expect(defaultOptions('relation')).toEqual({
      ...{ collectionId: '', cascades: false, min: null, max: 1 },
    });
    expect(defaultOptions('json')).toEqual({ maxSize: 2_000_000 });
    expect(defaultOptions('file')['thumbs']).not.toBe(defaultOptions('file')['thumbs']);
  });

  test('switching between single and multiple sets the limits', () => {
    expect(toMultiple('select', { choices: ['a', 'b', 'c'], max: 1 })).toMatchObject({ max: 3 });
    expect(toMultiple('select', { choices: ['a'], max: 1 })).toMatchObject({ max: 2 });
    expect(toMultiple('file', { max: 1 })).toEqual({ max: 99 });
    expect(toMultiple('relation', { max: 1, min: null })).toEqual({
      max: null,
      min: null,
    });
    expect(toSingle('relation', { max: null, min: 2 })).toEqual({
      max: 1,
      min: null,
    });
    expect(toSingle('select', { max: 5 })).toEqual({ max: 1 });
    for (const type of ['select', 'file', 'relation'] as const) {
      expect(isMultiple({ type, ...toMultiple(type, {}) })).toBe(true);
      expect(isMultiple({ type, ...toSingle(type, {}) })).toBe(false);
    }
    expect(isMultiple({ type: 'text', max: 5 })).toBe(false);
  });

  test('limits depend on the other options', () => {
    expect(optionLimits('text', { min: 3 })).toMatchObject({
      min: { min: 0, step: 1 },
      max: { min: 3, step: 1 },
    });
    expect(optionLimits('text', { min: null })['max']).toMatchObject({ min: 0 });
    expect(optionLimits('number', { min: -1.5 })).toEqual({
      min: { step: 'any' },
      max: { min: -1.5, step: 'any' },
    });
    expect(optionLimits('number', {})['max']?.min).toBeUndefined();
    expect(optionLimits('select', { choices: ['a', 'b', 'c'] })['max']).toMatchObject({
      min: 2,
      max: 3,
      required: true,
    });
    expect(optionLimits('relation', { min: 4 })['max']).toMatchObject({
      min: 4,
      placeholder: 'No max limit',
    });
    expect(optionLimits('relation', {})).toMatchObject({
      min: { min: 1, placeholder: 'No min limit' },
      max: { min: 2 },
    });
    expect(optionLimits('file', {})).toMatchObject({
      maxSize: { min: 0, step: 1 },
      max: { min: 2, required: true },
    });
    expect(optionLimits('json', {})).toMatchObject({ maxSize: { min: 0, step: 1 } });
    expect(optionLimits('bool', {})).toEqual({});
  });

  test('only a date has options that are dates', () => {
    expect(shownTypes.flatMap((type) => dateOptions(type).map((option) => `${type} ${option}`))).toEqual([
      ...['date min', 'date max'],
    ]);
  });

  test('the label of an option depends on the type only where it differs', () => {
    const labels = (option: string) =>
      (['text', 'number', 'date'] as const).map((type) => optionLabel(type, option));
    expect(labels('min')).toEqual(['Min length', 'Min', 'Min date (UTC)']);
    expect(labels('max')).toEqual(['Max length', 'Max', 'Max date (UTC)']);
    expect(optionLabel('text', 'later')).toBe('later');
    for (const type of shownTypes)
      for (const option of Object.keys(defaultOptions(type)))
        expect(optionLabel(type, option)).toMatch(/^[A-Z][a-z ]+(\(\w+\))?$/);
  });

  test('a list of domains disables the other one', () => {
    expect(domainInputs({ exceptDomains: null, onlyDomains: ['a.com'] })).toEqual({
      exceptDisabled: true,
      onlyDisabled: false,
    });
    expect(domainInputs({ exceptDomains: ['a.com'], onlyDomains: null })).toEqual({
      exceptDisabled: false,
      onlyDisabled: true,
    });
    expect(domainInputs({ onlyDomains: ['a.com'] })).toEqual({
      exceptDisabled: true,
      onlyDisabled: false,
    });
  });

  test('parses lists separated by commas, ignoring spaces', () => {
    expect(parseList(' a,b ,, c d ,a')).toEqual(['a', 'b', 'c d']);
    expect(formatList(parseList('optionA,optionB'))).toBe('optionA, optionB');
    expect(parseList('')).toEqual([]);
  });

  test('parses choices separated by commas, ignoring spaces; quotes keep commas and spaces', () => {
    expect(parseChoices(' a,b ,, c d ,a')).toEqual(['a', 'b', 'c d']);
    expect(formatChoices(parseChoices('optionA,optionB'))).toBe('optionA, optionB');
    expect(parseChoices('a, "b, c" , " d ",e "f"')).toEqual(['a', 'b, c', ' d ', 'e "f"']);
    expect(parseChoices('"say ""hi"""')).toEqual(['say "hi"']);
    // A quote that is not closed, or that is followed by text, is an ordinary character.
    expect(parseChoices('a, "b, c')).toEqual(['a', '"b', 'c']);
    expect(parseChoices('"a" b, c')).toEqual(['"a" b', 'c']);
    expect(parseChoices('')).toEqual([]);
  });

  test('parsing formatted choices returns the same choices', () => {
    const choice = fc.oneof(fc.string(), fc.constantFrom('a, b', '"', '""', 'a","b', ' a', ',', '"a", "b"'));
    fc.assert(
      fc.property(fc.uniqueArray(choice), (choices) => {
        expect(parseChoices(formatChoices(choices))).toEqual(choices);
      }),
    );
  });
});

describe('files', () => {
  test('[FO-08] the presets have these types', () => {
    expect(
      Object.fromEntries(MIME_PRESETS.map(({ label, mimeTypes }) => [label, mimeTypes.join(' ')])),
    ).toEqual({
      'Images (jpg, png, svg, gif, webp)': 'image/jpeg image/png image/svg+xml image/gif image/webp',
      'Documents (pdf, doc/docx, xls/xlsx)': [
        'application/pdf application/msword',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'application/vnd.ms-excel',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ].join(' '),
      'Videos (mp4, avi, mov, 3gp)': 'video/mp4 video/x-ms-wmv video/quicktime video/3gpp',
      'Archives (zip, 7zip, rar)': 'application/zip application/x-7z-compressed application/x-rar-compressed',
    });
  });

  test('the offered types include the types of every preset', () => {
    const offered = new Set(MIME_TYPES.map(({ mimeType }) => mimeType));
    for (const { mimeTypes } of MIME_PRESETS) for (const type of mimeTypes) expect(offered).toContain(type);
    for (const { extension, mimeType } of MIME_TYPES) {
      expect(extension).toMatch(/^\.[a-z0-9]+$/);
      expect(mimeType).toMatch(/^[a-z]+\/[\w.+-]+$/);
    }
    expect(new Set(MIME_TYPES.map(({ extension }) => extension)).size).toBe(MIME_TYPES.length);
  });
});

describe('rules', () => {
  test('the rules depend on the type of the collection', () => {
    expect(rulesOf('view')).toEqual(['listRule', 'viewRule']);
    expect(rulesOf('base')).toEqual(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule']);
    expect(rulesOf('auth')).toContain('manageRule');
  });

  test('a rule has one of three states, and the label shows only the locked state', () => {
    expect([null, '', 'a = 1'].map(ruleState)).toEqual(['locked', 'everyone', 'custom']);
    expect(ruleLabel('listRule', null)).toBe('List/Search rule - Admins only');
    expect(ruleLabel('listRule', '')).toBe('List/Search rule');
    expect(EMPTY_RULE_PLACEHOLDER).toBe('Leave empty to grant everyone access...');
    expect(PRESENTABLE_TOOLTIP).toBe(
      'Represents the record where only one line is shown, such as in lists of related records.',
    );
  });

  test.each<[Partial<Collection>, boolean]>([
    [{}, false],
    [{ listRule: '' }, false],
    [{ updateRule: 'a = 1' }, true],
    [{ type: 'view', updateRule: 'a = 1' }, false],
    [{ type: 'auth', manageRule: 'a = 1' }, true],
  ])('a collection with %j has custom rules: %s', (part, isCustom) => {
    const collection = { ...savedCollection('x', [], part), ...part };
    expect(hasRules(collection)).toBe(isCustom);
    expect(ruleOf(collection, 'viewRule')).toBeNull();
  });

  test.each<[Partial<Collection>, RuleName[], boolean]>([
    [{}, [], false],
    [{ listRule: '', viewRule: '' }, ['listRule', 'viewRule'], false],
    [{ listRule: 'a = 1', createRule: '' }, ['createRule'], true],
    [{ type: 'auth', manageRule: '' }, ['manageRule'], true],
    [{ type: 'view', listRule: '' }, ['listRule'], false],
  ])('a collection with %j has the open rules %j; for writing: %s', (part, open, isWritable) => {
    const collection = { ...savedCollection('x', [], part), ...part };
    expect(openRules(collection)).toEqual(open);
    expect(isOpenForWriting(collection)).toBe(isWritable);
  });

  test('words say who passes a rule', () => {
    expect(rulesOf('auth').map((name) => ruleHelp(name, ''))).toEqual([
      'Anyone can list and search records, without signing in.',
      'Anyone can view records, without signing in.',
      'Anyone can create records, without signing in.',
      'Anyone can change records, without signing in.',
      'Anyone can delete records, without signing in.',
      'Anyone can manage all accounts, without signing in.',
    ]);
    expect(ruleHelp('createRule', 'a = 1')).toBe('Only requests that meet this rule, and admins.');
  });
});
