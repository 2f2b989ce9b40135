import { pathOf } from '#scripts/lib/admin-api.ts';
import { createAdminRequest, resetMailRequest, resetRequest } from '#wire/administrators.ts';
import { refreshRequest, signInPath } from '#wire/identities.ts';

/** The paths of requests about administrators, as a browser sends them to the backend that was started last. */
export const ADMIN_CALLS = {
  /** The list of all, also where one is created; with `/ID` a single one. */
  get all() {
    return pathOf(createAdminRequest({ email: '', avatar: undefined }).path);
  },
  get signIn() {
    return signInPath();
  },
  get refresh() {
    return pathOf(refreshRequest().path);
  },
  get resetMail() {
    return pathOf(resetMailRequest('').path);
  },
  get reset() {
    return pathOf(resetRequest('', '', '').path);
  },
};
