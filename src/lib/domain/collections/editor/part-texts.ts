import { formatChoices } from '#domain/field-types/choice-list.ts';
import type { FieldType } from '#domain/field-types/field-type.ts';
import { requiredLabel } from '#domain/field-types/labels.ts';
import { optionLabel } from '#domain/field-types/options.ts';
import type { Rule, SchemaField } from '../collection.ts';
import { ruleTitle } from './rules.ts';
import { isBlank } from './same-part.ts';

/** A rule as text: 'admins only' for null, 'anyone' for '', else the rule itself. */
export function ruleText(rule: Rule): string {
  if (rule === null) return 'admins only';
  return rule === '' ? 'anyone' : rule;
}

const COLLECTION_OPTION_LABELS = new Map([
  ['allowUsernameAuth', 'Username/Password'],
  ['allowEmailAuth', 'Email/Password'],
  ['allowOAuth2Auth', 'OAuth2'],
  ['exceptEmailDomains', 'Except domains'],
  ['onlyEmailDomains', 'Only domains'],
  ['minPasswordLength', 'Minimum password length'],
  ['requireEmail', 'Always require email'],
  ['onlyVerified', 'Forbid authentication for unverified users'],
  ['manageRule', ruleTitle('manageRule')],
  ['query', 'Select query'],
]);

export const collectionOptionTitle = (name: string): string => COLLECTION_OPTION_LABELS.get(name) ?? name;

/** The label of a field option: 'Max length of field title'. */
export const fieldOptionTitle = (type: FieldType, option: string, fieldName: string): string =>
  `${optionLabel(type, option)} of field ${fieldName}`;

/** The label of a switch of a field: 'Nonempty of field title'. */
export const switchTitle = (
  name: 'required' | 'presentable',
  { type, name: field }: Pick<SchemaField, 'type' | 'name'>,
): string => `${name === 'required' ? requiredLabel(type) : 'Presentable'} of field ${field}`;

export const switchText = (isOn: unknown): string => (isOn === true ? 'on' : 'off');

/** The value of an option as text. `other` is shown next to it: if that is a boolean, a blank is 'off'. */
export function optionText(value: unknown, other?: unknown): string {
  if (typeof value === 'boolean' || (isBlank(value) && typeof other === 'boolean')) return switchText(value);
  if (isBlank(value)) return 'none';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return formatChoices(value.map(String));
  return JSON.stringify(value);
}

export function collectionOptionText(name: string, value: unknown, other?: unknown): string {
  if (name === 'manageRule') return ruleText(typeof value === 'string' ? value : null);
  return optionText(value, other);
}

/** A changed collection option as a line: 'Only domains: none → a.com'. */
export const collectionOptionChange = (name: string, from: unknown, to: unknown): string =>
  `${collectionOptionTitle(name)}: ${collectionOptionText(name, from, to)} → ${collectionOptionText(name, to, from)}`;
