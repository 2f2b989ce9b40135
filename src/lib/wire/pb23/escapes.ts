/* How 0.23 and newer read the texts of filters. */
import type { Escapes } from '#domain/backend/dialect.ts';
import { isFrom } from '../both/versions.ts';

/**
 * @param unless what counts without a version; by default as the newest read, as a text that is written for them hardly
 * ever finds anything wrong on an older one
 */
export function escapesOf(version: string | undefined, unless: Escapes = 'more'): Escapes {
  if (version === undefined) return unless;
  return isFrom(version, 39, 9) ? 'more' : 'quote';
}
