import { BATCH_FIELDS } from '#domain/app/batch-fields.ts';
import {
  flagField,
  optional,
  type SettingValues,
  textField,
  textsField,
} from '#domain/app/settings-fields.ts';
import { ruleList } from './rate-rules.ts';

/** What not every backend has is undefined there. */
export const APPLICATION_FIELDS = {
  'application.name': textField('Application name'),
  'application.url': textField('Application URL'),
  'application.hidesControls': flagField('Hide collection create and edit controls'),
  'application.accent': optional(textField('Accent color')),
  ...BATCH_FIELDS,
  'proxy.headers': optional(textsField('Trusted headers')),
  'proxy.usesFirst': optional(flagField('Use the first address of a header')),
  'rateLimits.isEnabled': optional(flagField('Enable rate limits')),
  'rateLimits.rules': optional(ruleList('Rules')),
  'rateLimits.exempt': optional(textsField('Addresses without limits')),
  'administrators.addresses': optional(textsField('Allowed addresses')),
} as const;

export type ApplicationValues = SettingValues<typeof APPLICATION_FIELDS>;

export const APPLICATION_TEXTS = {
  hidesControls: 'This could prevent making accidental schema changes when in production environment.',
  saved: 'Successfully saved application settings.',
} as const;
