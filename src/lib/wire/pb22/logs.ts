/* What 0.22 calls what its log has. */
import type { LogWords } from '../both/logs.ts';
import { ADMINISTRATOR } from './identities.ts';

const roles: LogWords['roles'] = {
  auth: 'who',
  details: 'details',
  error: 'error',
  execTime: 'duration',
  method: 'method',
  referer: 'referer',
  remoteIp: 'connection',
  status: 'status',
  type: 'kind',
  url: 'address',
  userAgent: 'agent',
  userIp: 'client',
};

export const words: LogWords = {
  roles,
  callers: { guest: 'guest', user: 'authRecord', administrator: ADMINISTRATOR },
  names: ['id', 'created', 'updated'],
};
