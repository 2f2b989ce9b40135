/* What requests of administrators have done, in words, and how the log is asked for them. */
import type { DeedPart, DeedWords } from '#domain/settings/deeds.ts';
import { REQUESTS } from './logs.ts';

/** A method and a path, whose groups are the names in the text: `{1}` is the first. */
export type DeedTable = readonly (readonly [request: RegExp, text: string])[];

const ONE = '/api/collections/([^/]+)';

/** What both lines have. */
export const COMMON: DeedTable = [
  [/^POST \/api\/collections$/, 'Created a collection'],
  [/^PUT \/api\/collections\/import$/, 'Imported collections'],
  [new RegExp(`^PATCH ${ONE}$`), 'Changed collection {1}'],
  [new RegExp(`^DELETE ${ONE}$`), 'Deleted collection {1}'],
  [new RegExp(`^POST ${ONE}/records$`), 'Created a record of {1}'],
  [new RegExp(`^PATCH ${ONE}/records/([^/]+)$`), 'Changed record {2} of {1}'],
  [new RegExp(`^DELETE ${ONE}/records/([^/]+)$`), 'Deleted record {2} of {1}'],
  [new RegExp(`^POST ${ONE}/request-verification$`), 'Sent a verification mail of {1}'],
  [new RegExp(`^POST ${ONE}/request-password-reset$`), 'Sent a password reset mail of {1}'],
  [/^PATCH \/api\/settings$/, 'Saved settings'],
  [/^POST \/api\/settings\/test\/s3$/, 'Tested the storage'],
  [/^POST \/api\/settings\/test\/email$/, 'Sent a test mail'],
  [/^POST \/api\/settings\/apple\/generate-client-secret$/, 'Made a client secret for Apple'],
  [/^POST \/api\/backups$/, 'Made a backup'],
  [/^POST \/api\/backups\/upload$/, 'Uploaded a backup'],
  [/^POST \/api\/backups\/([^/]+)\/restore$/, 'Restored the backup {1}'],
  [/^DELETE \/api\/backups\/([^/]+)$/, 'Deleted the backup {1}'],
  [/^GET \/api\/backups\/([^/]+)$/, 'Downloaded the backup {1}'],
];

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** In the words of the first line of the tables that fits, else method and path. */
export function deedIn(tables: readonly DeedTable[], method: string, path: string): DeedWords {
  const request = `${method} ${path}`;
  for (const [pattern, text] of tables.flat()) {
    const [, ...names] = pattern.exec(request) ?? [];
    if (!pattern.test(request)) continue;
    return text
      .split(/\{(\d)\}/)
      .map((part, index): DeedPart => (index % 2 ? { name: decoded(names[Number(part) - 1] ?? '') } : part))
      .filter((part) => part !== '');
  }
  return [{ name: request }];
}

/** What only keeps a page going changes nothing. */
const OTHERS = ['/api/realtime%', '%/auth-refresh%', '/api/files/token%']
  .map((path) => `data.url!~"${path}"`)
  .join('&&');

/**
 * For changes that have succeeded, sign-ins, and downloads of backups, whose entry does not say who.
 * @param administrator what an entry says of who is one
 * @param identities where administrators sign in
 */
export const deedsFilterIn = (administrator: string, identities: string): string =>
  `(${REQUESTS}&&data.status<400&&((data.auth="${administrator}"&&data.method!="GET"&&data.method!="HEAD"&&${OTHERS})||${signInsIn(identities)}||(data.method="GET"&&data.url~"/api/backups/%")))`;

const signInsIn = (identities: string): string =>
  `(data.method="POST"&&data.url~"${identities}/auth-with-%")`;

/** For sign-ins of administrators that were refused. A first step of two is refused, too, and is none. */
export const failedSignInsIn = (identities: string): string =>
  `(${REQUESTS}&&data.status>=400&&data.status!=401&&${signInsIn(identities)})`;

/** Requests of administrators that have an address. */
export const administratorsIn = (administrator: string, client: string): string =>
  `(${REQUESTS}&&data.auth="${administrator}"&&${client}!="")`;

/** What is read of the entries. */
export const DEED_FIELDS =
  'id,created,data.type,data.method,data.url,data.status,data.auth,data.authId,data.userIP,data.userIp';
