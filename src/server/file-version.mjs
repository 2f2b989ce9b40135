// @ts-check
import { createHash } from 'node:crypto';

/**
 * Version of a file's content. An address that ends in `?v=` and its file's version may be kept for ever.
 *
 * @param {Buffer} body
 */
export function versionOf(body) {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
