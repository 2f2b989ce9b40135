import { isObject } from '#domain/app/is-object.ts';

/** Shown when a new token has already expired by the clock of this device. */
export const CLOCK_MESSAGE =
  'The clock of this device seems to be wrong: by it, the new session has already expired. Correct the clock and sign in again.';

/** One email address. Anyone can write a link with a token, so it must not be able to show other text. */
const ADDRESS = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{1,253}$)([\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+$/u;

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

/** Reads a JWT without verifying it (only the server can); undefined when it is not one. */
export function parseToken(token: string): TokenPayload | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isObject(claims)) return undefined;
    const read = (key: string) => {
      const value = claims[key];
      return typeof value === 'string' ? value : '';
    };
    const readAddress = (key: string) => ADDRESS.exec(read(key))?.[0] ?? '';
    const exp = claims['exp'];
    return {
      id: read('id'),
      type: read('type'),
      exp: typeof exp === 'number' ? exp : 0,
      email: readAddress('email'),
      newEmail: readAddress('newEmail'),
      collectionId: read('collectionId'),
    };
  } catch {
    return undefined;
  }
}

/** Whether a token gives access to the admin routes at `now` (ms): of type admin and not expired (AU-02, RT-10). */
export function isValidAdminToken(token: string, now: number): boolean {
  const payload = parseToken(token);
  return payload !== undefined && payload.type === 'admin' && payload.exp * 1000 > now;
}
