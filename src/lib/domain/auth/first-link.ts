/** Stands for a token in the address: that of the tab, or none. */
export const WITHOUT_TOKEN = 'start';

/* Why a link for the first administrator does not work. */
export const CUT_LINK = 'This link is not complete. Open the whole link that PocketBase printed.';
export const OTHER_LINK =
  'This is another kind of link. Open the one that PocketBase printed when it started.';
export const EXPIRED_LINK = 'This link has expired: it works for 30 minutes.';
export const USED_LINK =
  'PocketBase does not accept this link. It has been used or has expired, or there is a superuser already.';
