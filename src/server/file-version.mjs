// @ts-check
import { createHash } from 'node:crypto';

/** Version of a file's content: an address that ends in `?v=` and it may be cached forever. @param {Buffer} body */
export function versionOf(body) {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
