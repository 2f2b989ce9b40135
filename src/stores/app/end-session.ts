import { toApiError } from '#api/client.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { report } from './report.ts';
import { checkSession } from './session.ts';

/** Ends the session if the backend confirms that it is over: a proxy may refuse requests for other reasons. */
export async function endSessionIfOver({ status }: ApiError): Promise<void> {
  if (status !== 401 && status !== 403) return;
  try {
    await checkSession();
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status === 401) report(error);
  }
}
