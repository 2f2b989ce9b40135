import { flag, type JsonObject, members, text } from '#domain/app/lenient.ts';

export interface Check {
  readonly words: string;
  readonly route: 'settingsApplication' | 'settingsMail';
}

/** PocketBase's own. */
const DEFAULT_URL = 'http://localhost:8090';
const DEFAULT_SENDER = 'support@example.com';

/** The settings to check; none when all is fine. */
export function checksOf(settings: JsonObject): readonly Check[] {
  const { appUrl, senderAddress } = members(settings['meta']);
  const checks: Check[] = [];
  if (text(appUrl).replace(/\/+$/, '') === DEFAULT_URL)
    checks.push({
      words: `The application URL is still ${DEFAULT_URL}: links in emails lead there.`,
      route: 'settingsApplication',
    });
  if (text(senderAddress) === DEFAULT_SENDER)
    checks.push({ words: `Emails still come from ${DEFAULT_SENDER}.`, route: 'settingsMail' });
  if (!flag(members(settings['smtp'])['enabled']))
    checks.push({
      words: 'SMTP is off: emails are sent with "sendmail" and may be treated as spam.',
      route: 'settingsMail',
    });
  return checks;
}
