/* What 0.22 is, and what it can do. */
import type { Capabilities } from '#domain/backend/capabilities.ts';

const PB22: Capabilities = { hasAvatars: true };

export const capabilities = (): Capabilities => PB22;

/** The line of PocketBase whose words this wire translates: stored with what has some of them. */
export const line = 'pb22';
