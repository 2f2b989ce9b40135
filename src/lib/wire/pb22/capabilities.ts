/* What 0.22 can do. */
import type { Capabilities } from '#domain/backend/capabilities.ts';

export const PB22: Capabilities = {
  hasAvatars: true,
  extraTypes: [],
  listsBuiltIn: false,
  hasFieldHelp: false,
  truncates: false,
  triesViews: false,
  hasCollectionMemory: false,
  administratorWord: 'admin',
  administrators: undefined,
  impersonates: false,
  emailEndsSessions: false,
  holdsBackMails: false,
  hasOwnAuth: false,
  // It has no list of providers.
  keepsSecretsBy: 'name',
  listsProviders: false,
  hasAlertInfo: false,
  tellsSecrets: true,
  logsHealth: false,
  hasCrons: false,
  emptiesMailPassword: true,
  deletesLogs: false,
};
