import { flagField, textField } from '#domain/app/settings-fields.ts';

export const APPLICATION_FIELDS = {
  'application.name': textField('Application name'),
  'application.url': textField('Application URL'),
  'application.hidesControls': flagField('Hide collection create and edit controls'),
} as const;

export const APPLICATION_TEXTS = {
  hidesControls: 'This could prevent making accidental schema changes when in production environment.',
  saved: 'Successfully saved application settings.',
} as const;
