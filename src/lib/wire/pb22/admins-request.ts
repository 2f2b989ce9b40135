import type { ApiRequest, PageQuery } from '#domain/backend/request.ts';
import { listRequest } from '../both/answers.ts';

export const adminsRequest = (query: PageQuery): ApiRequest => listRequest('admins', query);
