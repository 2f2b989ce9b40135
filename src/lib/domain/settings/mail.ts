import { atPaths, flagField, numberField, secretField, textField } from '#domain/app/settings-fields.ts';

/** `isHidden` is read, never shown. */
const TEMPLATE = {
  subject: textField('Subject'),
  actionUrl: textField('Action URL'),
  body: textField('Body (HTML)'),
  isHidden: flagField('Hidden'),
};

export const MAIL_FIELDS = {
  'mail.sender.name': textField('Sender name'),
  'mail.sender.address': textField('Sender address'),
  ...atPaths('templates.verification', TEMPLATE),
  ...atPaths('templates.passwordReset', TEMPLATE),
  ...atPaths('templates.emailChange', TEMPLATE),
  'smtp.isEnabled': flagField('Use SMTP mail server (recommended)'),
  'smtp.host': textField('SMTP server host'),
  'smtp.port': numberField('Port'),
  'smtp.username': textField('Username'),
  'smtp.password': secretField('Password'),
  'smtp.isTlsOnly': flagField('TLS encryption'),
  'smtp.authMethod': textField('AUTH method'),
  'smtp.localName': textField('EHLO/HELO domain'),
} as const;

/** `test` is the name for a test email. */
export const MAIL_TEMPLATES = [
  {
    name: 'verification',
    test: 'verification',
    title: 'Default "Verification" email template',
    testLabel: '"Verification" template',
  },
  {
    name: 'passwordReset',
    test: 'password-reset',
    title: 'Default "Password reset" email template',
    testLabel: '"Password reset" template',
  },
  {
    name: 'emailChange',
    test: 'email-change',
    title: 'Default "Confirm email change" email template',
    testLabel: '"Confirm email change" template',
  },
] as const;

export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/** What only backends send whose collections have their own mails. */
export const MORE_TEST_TEMPLATES = [
  { test: 'otp', testLabel: '"One-time password" template' },
  { test: 'login-alert', testLabel: '"Login alert" template' },
] as const;

export type TestTemplate = MailTemplate['test'] | (typeof MORE_TEST_TEMPLATES)[number]['test'];

/** Without a required one, the backend refuses the template. */
export interface Placeholder {
  readonly name: string;
  readonly isRequired?: boolean;
}

const APP_PLACEHOLDERS: readonly Placeholder[] = [{ name: '{APP_NAME}' }, { name: '{APP_URL}' }];

/** The placeholders of each part of a template. */
export const MAIL_PLACEHOLDERS: Readonly<Record<'subject' | 'actionUrl' | 'body', readonly Placeholder[]>> = {
  subject: APP_PLACEHOLDERS,
  actionUrl: [...APP_PLACEHOLDERS, { name: '{TOKEN}', isRequired: true }],
  body: [...APP_PLACEHOLDERS, { name: '{TOKEN}' }, { name: '{ACTION_URL}', isRequired: true }],
};

/** For the backend, also when no method is stored. */
export const DEFAULT_AUTH_METHOD = 'PLAIN';

export const AUTH_METHODS = [
  { value: DEFAULT_AUTH_METHOD, label: 'PLAIN (default)' },
  { value: 'LOGIN' },
] as const;

/** The choices of `smtp.isTlsOnly` as texts. */
export const TLS_CHOICES = [
  { value: 'false', label: 'Auto (StartTLS)' },
  { value: 'true', label: 'Always' },
] as const;

/** A stored '' stays: it means the default, and the user has changed nothing. */
export const authMethodOf = (chosen: string, stored: string): string =>
  stored === '' && chosen === DEFAULT_AUTH_METHOD ? stored : chosen;

export const MAIL_TEXTS = {
  intro: 'Configure common settings for sending emails.',
  smtp: 'By default, PocketBase sends emails with the unix "sendmail" command. With an SMTP server, they are less likely to be treated as spam.',
  localName:
    'Some SMTP servers, such as the Gmail SMTP-relay, refuse "localhost" and require a real domain name in the EHLO/HELO greeting.',
  templatesMoved: 'The templates of mails belong to each auth collection, in the “Options” of its editor:',
  removesPassword: 'Remove the stored password',
  keepsPassword: 'It can only be replaced: this version brings an emptied one back.',
  saved: 'Successfully saved mail settings.',
  copied: (placeholder: string) => `Copied ${placeholder} to clipboard`,
  notCopied: (placeholder: string) => `Could not copy ${placeholder}.`,
  sent: 'Successfully sent test email.',
  timeout: 'Test email send timeout.',
  maybeSent: 'Stopped waiting. The test email may still arrive.',
} as const;
