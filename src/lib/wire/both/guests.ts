/*
 * What answers tell of the session with which they were asked for. A session that has ended is a guest: no route refuses
 * it for that, but one may answer a guest, with less.
 */
import type { ApiRequest } from '#domain/backend/request.ts';

const OPEN = /^\/api\/(collections\/[^/]+\/records(\/|$)|files\/|realtime|batch|health|oauth2)/;

/** Whether the rules of a collection decide who is answered. */
export const isOpenPath = (path: string): boolean => OPEN.test(path);

/** Only administrators are answered, and no log has it. */
export const proofRequest: ApiRequest = {
  path: '/api/logs',
  query: { page: 1, perPage: 1, skipTotal: 1, fields: 'id' },
};
