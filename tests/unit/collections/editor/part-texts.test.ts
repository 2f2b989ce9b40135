import { expect, test } from 'vitest';
import {
  collectionOptionChange,
  collectionOptionTitle,
  fieldOptionTitle,
  optionText,
} from '#domain/collections/editor/changes.ts';
import { ruleNames, ruleText, ruleTitle } from '#domain/collections/rules.ts';
import type { ShownType } from '#domain/field-types/field-type.ts';

test.each<[ShownType, string, string]>([
  ['number', 'min', 'Min'],
  ['number', 'max', 'Max'],
  ['text', 'min', 'Min length'],
  ['text', 'max', 'Max length'],
  ['date', 'min', 'Min date (UTC)'],
  ['date', 'max', 'Max date (UTC)'],
  ['text', 'pattern', 'Regex pattern'],
  ['number', 'isWhole', 'No decimals'],
  ['editor', 'stripsDomain', 'Strip urls domain'],
  ['email', 'exceptDomains', 'Except domains'],
  ['url', 'onlyDomains', 'Only domains'],
  ['select', 'choices', 'Choices'],
  ['relation', 'min', 'Min select'],
  ['relation', 'max', 'Max select'],
  ['json', 'maxSize', 'Max size (bytes)'],
  ['file', 'mimeTypes', 'Allowed mime types'],
  ['file', 'thumbs', 'Thumb sizes'],
  ['file', 'isProtected', 'Protected'],
  ['relation', 'collectionId', 'Related collection'],
  ['relation', 'cascades', 'Cascade delete'],
  ['text', 'future', 'future'],
])('a %s field has the option %s with the label %s', (type, option, label) => {
  expect(fieldOptionTitle(type, option, 'title')).toBe(`${label} of field title`);
});

test.each([
  ['signInByUsername', 'Username/Password'],
  ['signInByEmail', 'Email/Password'],
  ['hasOAuth2', 'OAuth2'],
  ['exceptDomains', 'Except domains'],
  ['onlyDomains', 'Only domains'],
  ['minPassword', 'Minimum password length'],
  ['isEmailRequired', 'Always require email'],
  ['isVerifiedOnly', 'Forbid authentication for unverified users'],
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
  expect(collectionOptionChange('future', value, other)).toBe(
    `future: ${text} → ${optionText(other, value)}`,
  );
});
