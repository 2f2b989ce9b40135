/* What every version from 0.23 on can do. */
import type { Capabilities } from '#domain/backend/capabilities.ts';

export const PB23: Capabilities = { hasAvatars: false, administratorWord: 'superuser' };
