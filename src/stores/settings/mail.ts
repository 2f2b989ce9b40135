import { MAIL_FIELDS, MAIL_TEXTS } from '#domain/settings/mail.ts';
import { createSettingsForm } from '#stores/factories/create-settings-form.ts';

export const mailForm = createSettingsForm({
  draft: 'mail',
  fields: MAIL_FIELDS,
  saved: MAIL_TEXTS.saved,
});
