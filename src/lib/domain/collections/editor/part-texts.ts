import type { Rule } from '#domain/backend/collection.ts';
import type { Field, FieldType } from '#domain/backend/field.ts';
import { formatChoices } from '#domain/field-types/choice-list.ts';
import { requiredLabel } from '#domain/field-types/labels.ts';
import { optionLabel } from '#domain/field-types/options.ts';
import { isBlank } from './same-part.ts';

/** A rule as text: 'admins only' for null, 'anyone' for '', else the rule itself. */
export function ruleText(rule: Rule): string {
  if (rule === null) return 'admins only';
  return rule === '' ? 'anyone' : rule;
}

const COLLECTION_OPTION_LABELS = new Map([
  ['signInByUsername', 'Username/Password'],
  ['signInByEmail', 'Email/Password'],
  ['hasOAuth2', 'OAuth2'],
  ['exceptDomains', 'Except domains'],
  ['onlyDomains', 'Only domains'],
  ['minPassword', 'Minimum password length'],
  ['isEmailRequired', 'Always require email'],
  ['isVerifiedOnly', 'Forbid authentication for unverified users'],
  ['query', 'Select query'],
]);

export const collectionOptionTitle = (name: string): string => COLLECTION_OPTION_LABELS.get(name) ?? name;

/** The label of a field option: 'Max length of field title'. */
export const fieldOptionTitle = (type: FieldType, option: string, fieldName: string): string =>
  `${optionLabel(type, option)} of field ${fieldName}`;

/** The label of a switch of a field: 'Nonempty of field title'. */
export const switchTitle = (
  name: 'isRequired' | 'isPresentable',
  { type, name: field }: Pick<Field, 'type' | 'name'>,
): string => `${name === 'isRequired' ? requiredLabel(type) : 'Presentable'} of field ${field}`;

export const switchText = (isOn: unknown): string => (isOn === true ? 'on' : 'off');

/** The value of an option as text. `other` is shown next to it: if that is a boolean, a blank is 'off'. */
export function optionText(value: unknown, other?: unknown): string {
  if (typeof value === 'boolean' || (isBlank(value) && typeof other === 'boolean')) return switchText(value);
  if (isBlank(value)) return 'none';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return formatChoices(value.map(String));
  return JSON.stringify(value);
}

/** A changed collection option as a line: 'Only domains: none → a.com'. */
export const collectionOptionChange = (name: string, from: unknown, to: unknown): string =>
  `${collectionOptionTitle(name)}: ${optionText(from, to)} → ${optionText(to, from)}`;
