import { isObject, text } from '#domain/app/lenient.ts';

/** By the clock of this device, a new token has expired already. */
export const CLOCK_MESSAGE =
  'The clock of this device seems to be wrong: by it, the new session has already expired. Correct the clock and sign in again.';

/** Anyone can write a link with a token: no other text may show. `IDC`: letters, marks (Hindi, Thai), digits, `_`. */
const ADDRESS = /^[\p{IDC}.!#$%&'*+/=?^`{|}~-]{1,64}@(?=.{1,253}$)([\p{IDC}-]+\.)+[\p{IDC}-]+$/u;

export interface TokenPayload {
  readonly id: string;
  readonly type: string;
  /** In seconds since 1970. */
  readonly exp: number;
  /** This one and the next are empty when the claim is no address. */
  readonly email: string;
  readonly newEmail: string;
  readonly collectionId: string;
}

/** Only the server can verify a JWT. Undefined when it is none. */
export function readClaims(token: string): unknown {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(part), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Undefined when it is no JWT; nothing is verified. */
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
