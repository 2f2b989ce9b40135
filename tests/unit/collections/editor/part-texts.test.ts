import { expect, test } from 'vitest';
import {
  collectionOptionText,
  collectionOptionTitle,
  fieldOptionTitle,
  optionText,
  ruleText,
} from '#domain/collections/editor/part-texts.ts';
import { ruleNames, ruleTitle } from '#domain/collections/editor/rules.ts';
import type { FieldType } from '#domain/field-types/field-type.ts';

test.each<[FieldType, string, string]>([
  ['number', 'min', 'Min'],
  ['number', 'max', 'Max'],
  ['text', 'min', 'Min length'],
  ['text', 'max', 'Max length'],
  ['date', 'min', 'Min date (UTC)'],
  ['date', 'max', 'Max date (UTC)'],
  ['text', 'pattern', 'Regex pattern'],
  ['number', 'noDecimal', 'No decimals'],
  ['editor', 'convertUrls', 'Strip urls domain'],
  ['email', 'exceptDomains', 'Except domains'],
  ['url', 'onlyDomains', 'Only domains'],
  ['select', 'values', 'Choices'],
  ['relation', 'minSelect', 'Min select'],
  ['relation', 'maxSelect', 'Max select'],
  ['json', 'maxSize', 'Max size (bytes)'],
  ['file', 'mimeTypes', 'Allowed mime types'],
  ['file', 'thumbs', 'Thumb sizes'],
  ['file', 'protected', 'Protected'],
  ['relation', 'collectionId', 'Related collection'],
  ['relation', 'cascadeDelete', 'Cascade delete'],
  ['text', 'future', 'future'],
])('a %s field has the option %s with the label %s', (type, option, label) => {
  expect(fieldOptionTitle(type, option, 'title')).toBe(`${label} of field title`);
});

test.each([
  ['allowUsernameAuth', 'Username/Password'],
  ['allowEmailAuth', 'Email/Password'],
  ['allowOAuth2Auth', 'OAuth2'],
  ['exceptEmailDomains', 'Except domains'],
  ['onlyEmailDomains', 'Only domains'],
  ['minPasswordLength', 'Minimum password length'],
  ['requireEmail', 'Always require email'],
  ['onlyVerified', 'Forbid authentication for unverified users'],
  ['manageRule', 'Manage rule'],
  ['query', 'Select query'],
  ['future', 'future'],
])('the collection option %s has the label %s', (name, label) => {
  expect(collectionOptionTitle(name)).toBe(label);
});

test('rules have labels', () => {
  expect(ruleNames.map(ruleTitle)).toEqual([
    'List/Search rule',
    'View rule',
    'Create rule',
    'Update rule',
    'Delete rule',
    'Manage rule',
  ]);
});

test.each([
  [null, 'admins only'],
  ['', 'anyone'],
  ['a = 1', 'a = 1'],
])('the rule %j is described as: %s', (rule, text) => {
  expect(ruleText(rule)).toBe(text);
  expect(collectionOptionText('manageRule', rule)).toBe(text);
});

test.each([
  [true, undefined, 'on'],
  [false, undefined, 'off'],
  [null, true, 'off'],
  [null, undefined, 'none'],
  ['', 'x', 'none'],
  [[], undefined, 'none'],
  ['text', undefined, 'text'],
  [0, undefined, '0'],
  [['a', 'b, c', 1], undefined, 'a, "b, c", 1'],
  [{ a: 1 }, undefined, '{"a":1}'],
])('the value %j compared with %j is described as: %s', (value, other, text) => {
  expect(optionText(value, other)).toBe(text);
  expect(collectionOptionText('future', value, other)).toBe(text);
});

test('a missing manage rule is described as admins only', () => {
  expect(collectionOptionText('manageRule', undefined)).toBe('admins only');
});
