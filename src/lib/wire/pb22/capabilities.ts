/* What 0.22 can do. */
import type { Capabilities } from '#domain/backend/capabilities.ts';

export const PB22: Capabilities = {
  hasAvatars: true,
  extraTypes: [],
  // It has no list of providers.
  keepsSecretsBy: 'name',
  tellsSecrets: true,
  emptiesMailPassword: true,
};
