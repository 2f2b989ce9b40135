import type { ApiError } from '#domain/app/api-error.ts';
import { endsSession } from './report.ts';

/** Ends the session if the backend confirms that it is over: a proxy may refuse requests for other reasons. */
export async function endSessionIfOver({ status }: ApiError): Promise<void> {
  if (status === 401 || status === 403) await endsSession();
}
