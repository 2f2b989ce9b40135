import type { CheckedSettings } from '#domain/backend/settings.ts';

export interface Check {
  readonly words: string;
  readonly route: 'settingsApplication' | 'settingsMail';
}

/** PocketBase's own. */
const DEFAULT_URL = 'http://localhost:8090';
const DEFAULT_SENDER = 'support@example.com';

/** The settings to check; none when all is fine. */
export function checksOf(settings: CheckedSettings): readonly Check[] {
  const checks: Check[] = [];
  if (settings['application.url'].replace(/\/+$/, '') === DEFAULT_URL)
    checks.push({
      words: `The application URL is still ${DEFAULT_URL}: links in emails lead there.`,
      route: 'settingsApplication',
    });
  if (settings['mail.sender.address'] === DEFAULT_SENDER)
    checks.push({ words: `Emails still come from ${DEFAULT_SENDER}.`, route: 'settingsMail' });
  if (!settings['smtp.isEnabled'])
    checks.push({
      words: 'SMTP is off: emails are sent with "sendmail" and may be treated as spam.',
      route: 'settingsMail',
    });
  return checks;
}
