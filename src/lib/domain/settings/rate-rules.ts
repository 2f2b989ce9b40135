import { type JsonObject, list, members, oneOf, text } from '#domain/app/lenient.ts';
import { numberField, type SettingField } from '#domain/app/settings-fields.ts';
import type { Audience, RateRule } from '#domain/backend/settings.ts';

const AUDIENCES = ['everybody', 'guests', 'users'] as const satisfies readonly Audience[];
const number = numberField('');

function readRule(value: unknown): RateRule {
  const { label, audience, requests, seconds, more }: JsonObject = members(value);
  return {
    label: text(label),
    audience: oneOf(audience, AUDIENCES, 'everybody'),
    requests: number.read(requests),
    seconds: number.read(seconds),
    more: members(more),
  };
}

export const ruleList = (label: string): SettingField<readonly RateRule[]> => ({
  label,
  read: (value) => list(value, readRule),
});
