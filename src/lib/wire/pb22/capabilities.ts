/* What 0.22 can do. */
import type { Capabilities } from '#domain/backend/capabilities.ts';

const PB22: Capabilities = { hasAvatars: true };

export const capabilities = (): Capabilities => PB22;
