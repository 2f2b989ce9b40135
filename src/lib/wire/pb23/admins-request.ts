import type { ApiRequest, PageQuery } from '#domain/backend/request.ts';
import { listRequest } from '../both/answers.ts';
import { ADMINISTRATOR } from './identities.ts';

export const adminsRequest = (query: PageQuery): ApiRequest =>
  listRequest(`collections/${ADMINISTRATOR}/records`, query);
