/* What 0.23 and newer call what their log has. */
import type { LogWords } from '../both/logs.ts';
import { ADMINISTRATOR } from './identities.ts';

const roles: LogWords['roles'] = {
  auth: 'who',
  authId: 'account',
  details: 'details',
  error: 'error',
  execTime: 'duration',
  method: 'method',
  referer: 'referer',
  remoteIP: 'connection',
  status: 'status',
  type: 'kind',
  url: 'address',
  userAgent: 'agent',
  userIP: 'client',
};

export const words: LogWords = {
  roles,
  // A user is said by the name of its collection.
  callers: { guest: '', user: 'users', administrator: ADMINISTRATOR },
  names: ['id', 'created'],
};
