import { IDENTITIES } from './identities.ts';

/** Where the dashboard is not served: what is wrong with an empty administrator is told only if there is none. */
export const FIRST_ADMIN_PROBE = { path: IDENTITIES, method: 'POST', body: '{}' } as const;
export const asksForFirstAdmin = (status: number): boolean => status === 400;
