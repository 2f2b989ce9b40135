/* The mails of one auth collection, as its editor shows them. */
import type { OwnTemplate } from '#domain/backend/collection.ts';
import type { FieldValues } from './values.ts';

/** In the order in which they are shown. */
export const OWN_TEMPLATES = [
  ...(['verification', 'passwordReset', 'emailChange', 'oneTimePassword', 'alert'] as const),
] satisfies readonly OwnTemplate[];

/** What only some of them have, with an example of it. */
const OF_TEMPLATE: Readonly<Record<OwnTemplate, readonly (readonly [name: string, example: string])[]>> = {
  verification: [['{TOKEN}', 'TOKEN']],
  passwordReset: [['{TOKEN}', 'TOKEN']],
  emailChange: [['{TOKEN}', 'TOKEN']],
  oneTimePassword: [
    ['{OTP}', '12345678'],
    ['{OTP_ID}', 'OTP_ID'],
  ],
  alert: [['{ALERT_INFO}', 'Firefox on Linux, 203.0.113.7, today']],
};

/** The placeholders of a template, with an example of each; `fields` are those of the collection. */
export function mailPlaceholders(
  template: OwnTemplate,
  fields: readonly Pick<FieldValues, 'name' | 'isHidden' | 'toDelete'>[],
  app: { readonly name: string; readonly hasAlertInfo?: boolean },
): ReadonlyMap<string, string> {
  const shown = fields.filter(({ isHidden, toDelete, name }) => !isHidden && !toDelete && name !== '');
  return new Map([
    ['{APP_NAME}', app.name],
    ['{APP_URL}', 'https://example.com'],
    ...OF_TEMPLATE[template].filter(([name]) => name !== '{ALERT_INFO}' || app.hasAlertInfo),
    ['{RECORD:id}', 'abc123def456ghi'],
    ['{RECORD:email}', 'ann@example.com'],
    ...shown.map(({ name }) => [`{RECORD:${name}}`, name] as const),
  ]);
}

/** A template as a mail of it reads. What is no placeholder of it stays, and so shows that it is none. */
export const filledMail = (text: string, placeholders: ReadonlyMap<string, string>): string =>
  text.replace(/\{[A-Z_]+(?::\w+)?\}/g, (found) => placeholders.get(found) ?? found);
