import { isObject, type JsonObject, text } from '#domain/app/lenient.ts';

/** Shown when a new token has already expired by the clock of this device. */
export const CLOCK_MESSAGE =
  'The clock of this device seems to be wrong: by it, the new session has already expired. Correct the clock and sign in again.';

/**
 * One email address. Anyone can write a link with a token, so it must not be able to show other text. `IDC` has
 * letters, the marks that words of Hindi or Thai are written with, digits and `_`.
 */
const ADDRESS = /^[\p{IDC}.!#$%&'*+/=?^`{|}~-]{1,64}@(?=.{1,253}$)([\p{IDC}-]+\.)+[\p{IDC}-]+$/u;

/** The claims of a PocketBase token that the dashboard reads. */
export interface TokenPayload {
  readonly id: string;
  readonly type: string;
  /** Expiry in seconds since 1970. */
  readonly exp: number;
  /** Empty when the claim is no address. */
  readonly email: string;
  /** Empty when the claim is no address. */
  readonly newEmail: string;
  readonly collectionId: string;
}

/** The claims of a JWT, without verifying it (only the server can); no object when it is not one. */
function readClaims(token: string): unknown {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Reads a JWT without verifying it; undefined when it is not one. */
export function parseToken(token: string): TokenPayload | undefined {
  const claims = readClaims(token);
  if (!isObject(claims)) return undefined;
  const readAddress = (key: string) => ADDRESS.exec(text(claims[key]))?.[0] ?? '';
  const { id, type, exp, collectionId } = claims;
  return {
    id: text(id),
    type: text(type),
    exp: typeof exp === 'number' ? exp : 0,
    email: readAddress('email'),
    newEmail: readAddress('newEmail'),
    collectionId: text(collectionId),
  };
}

/** Whether a token gives access to the admin routes at `now` (ms): of type admin and not expired. */
export function isValidAdminToken(token: string, now: number): boolean {
  const { type, exp }: JsonObject = Object(readClaims(token));
  return type === 'admin' && typeof exp === 'number' && exp * 1000 > now;
}
