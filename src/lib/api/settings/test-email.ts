import { type CallOptions, sendRequest } from '#api/client.ts';
import type { TestTemplate } from '#domain/settings/mail.ts';
import { testEmailRequest } from '#wire/setting-values.ts';

export interface TestEmail {
  /** The address. */
  readonly email: string;
  readonly template: TestTemplate;
  /** Name or id, where each collection has its own templates. */
  readonly collection?: string | undefined;
}

/** Lets the backend send a template, filled with sample values, to an address. Throws ApiError. */
export async function sendTestEmail(
  { email, template, collection }: TestEmail,
  options: CallOptions = {},
): Promise<void> {
  await sendRequest(testEmailRequest(email, template, collection), options);
}
