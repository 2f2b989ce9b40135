import { createAdminRequest, resetMailRequest, resetRequest } from '#wire/administrators.ts';
import { refreshRequest, signInPath } from '#wire/identities.ts';

const NOBODY = { email: '', avatar: undefined };

/** The paths of requests about administrators, as a browser sends them. */
export const ADMIN_CALLS = {
  /** The list of all, also where one is created; with `/ID` a single one. */
  all: createAdminRequest(NOBODY).path,
  signIn: signInPath(),
  refresh: refreshRequest().path,
  resetMail: resetMailRequest('').path,
  reset: resetRequest('', '', '').path,
} as Readonly<Record<'all' | 'signIn' | 'refresh' | 'resetMail' | 'reset', string>>;
