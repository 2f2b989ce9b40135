import { flagField, textField } from '#domain/app/settings-fields.ts';

export const APPLICATION_FIELDS = {
  'meta.appName': textField('Application name'),
  'meta.appUrl': textField('Application URL'),
  'meta.hideControls': flagField('Hide collection create and edit controls'),
} as const;

export const APPLICATION_TEXTS = {
  hideControls: 'This could prevent making accidental schema changes when in production environment.',
  saved: 'Successfully saved application settings.',
} as const;
