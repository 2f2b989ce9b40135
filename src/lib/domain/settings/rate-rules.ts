import { type JsonObject, list, members, oneOf, text } from '#domain/app/lenient.ts';
import { numberField, type SettingField } from '#domain/app/settings-fields.ts';
import type { Audience, RateRule } from '#domain/backend/settings.ts';

export const AUDIENCES = [
  { value: 'everybody', label: 'Everybody' },
  { value: 'guests', label: 'Guests' },
  { value: 'users', label: 'Signed in' },
] as const satisfies readonly { readonly value: Audience; readonly label: string }[];

const number = numberField('');

function readRule(value: unknown): RateRule {
  const { label, audience, requests, seconds, more }: JsonObject = members(value);
  return {
    label: text(label),
    audience: oneOf(
      audience,
      AUDIENCES.map((one) => one.value),
      'everybody',
    ),
    requests: number.read(requests),
    seconds: number.read(seconds),
    more: members(more),
  };
}

export const ruleList = (label: string): SettingField<readonly RateRule[]> => ({
  label,
  read: (value) => list(value, readRule),
});

export const NEW_RULE: RateRule = { label: '', audience: 'everybody', requests: 300, seconds: 10, more: {} };
