/* Which requests change nothing. Read-only mode lets no other pass, neither in the page nor in Atoll's server. */

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The POST requests that change nothing, or only sign in: what a sign-in leaves (log, second step, known device) is of no
 * collection that people see. Each has one spelling: what is encoded, or ends in a slash, counts as a change.
 */
const READING_POSTS = new RegExp(
  `^/api/(${[
    // What a live connection wants to hear.
    'realtime',
    // A token that reads protected files.
    'files/token',
    // Sign-in and renewal, of administrators and of users ('Try as').
    'admins/auth-(with-password|refresh)',
    'collections/[\\w-]+/auth-(with-password|refresh)',
    // The second step of administrators. A code of a user may also confirm an address.
    'collections/_superusers/(request-otp|auth-with-otp)',
    // A token of a user, which is stored nowhere.
    'collections/[\\w-]+/impersonate/[\\w-]+',
    // The rows of a view that is not saved.
    'collections/meta/dry-run-view',
    // Computed of what is sent.
    'settings/apple/generate-client-secret',
  ].join('|')})$`,
);

/** Whether a request changes nothing. @param path as it is sent, without its query */
export const isReading = (method: string, path: string): boolean =>
  READING.has(method) || (method === 'POST' && READING_POSTS.test(path));

const LINKS = /\/confirm-(password-reset|verification|email-change)$/;

/** Whether a path takes the token of a mail's link. */
export const takesLink = (path: string): boolean => LINKS.test(path);

/** Names of headers, without what separates their words, by which some servers take another method than the one sent. */
const OVERRIDES = new Set(['xhttpmethod', 'xhttpmethodoverride', 'xmethodoverride']);

export const overridesMethod = (header: string): boolean =>
  OVERRIDES.has(header.replace(/[^a-z\d]/gi, '').toLowerCase());
