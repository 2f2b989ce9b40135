import { type CallOptions, sendRequest } from '#api/client.ts';
import type { TestTemplate } from '#domain/settings/mail.ts';
import { testEmailRequest } from '#wire/setting-values.ts';

/** Lets the backend send a template, filled with sample values, to an address. Throws ApiError. */
export async function sendTestEmail(
  email: string,
  template: TestTemplate,
  options: CallOptions = {},
): Promise<void> {
  await sendRequest(testEmailRequest(email, template), options);
}
