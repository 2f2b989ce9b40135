/* What the versions from 0.23 on can do, as far as only the version tells. */
import type { Capabilities } from '#domain/backend/capabilities.ts';
import { isFrom } from '../both/versions.ts';

/** Of versions that nobody has tried, nothing is assumed: the wrong answer gives a secret to another provider. */
function keepsSecretsBy(version: string | undefined): Capabilities['keepsSecretsBy'] {
  if (!isFrom(version, 23) || isFrom(version, 41)) return 'unknown';
  if (isFrom(version, 40, 1)) return 'name';
  return isFrom(version, 40) ? 'nothing' : 'position';
}

/** Brought by 0.39.11, and by 0.37.5 to the line before. */
function verifyingUnlinks(version: string | undefined): Capabilities['verifyingUnlinks'] {
  if (!version) return 'perhaps';
  return isFrom(version, 39, 11) || (isFrom(version, 37, 5) && !isFrom(version, 38)) ? 'yes' : undefined;
}

/** It is also the name of a folder: since 0.33 on any system. */
function refusedIds(version: string | undefined): RegExp {
  if (version && !isFrom(version, 33)) return /[/\\]/;
  return /[./\\|"'`<>:?*%$\0\t\n\r ]|^(con|prn|aux|nul|(com|lpt)[1-9])$/i;
}

/** @param least an older version than the backend's, or the same, where its own is not known */
export const capabilitiesOf = (version: string | undefined, least = version): Capabilities => ({
  hasCollectionMemory: true,
  administrators: '_superusers',
  impersonates: true,
  keepsSignIns: true,
  refusedIds: refusedIds(version),
  emailEndsSessions: isFrom(version, 24),
  verifyingUnlinks: verifyingUnlinks(version),
  hasOwnAuth: true,
  keepsSecretsBy: keepsSecretsBy(version),
  listsProviders: isFrom(least, 37),
  hasAlertInfo: isFrom(least, 33),
  extraTypes: ['autodate', 'password', ...(isFrom(least, 27) ? (['geoPoint'] as const) : [])],
  listsBuiltIn: true,
  hasFieldHelp: isFrom(least, 37),
  truncates: true,
  sendsBatches: true,
  triesViews: isFrom(least, 37),
  logsHealth: true,
  hasCrons: isFrom(least, 24),
  runsSql: isFrom(least, 39),
  emptiesMailPassword: isFrom(least, 36, 9),
  countsRatesFrom: isFrom(least, 36, 7) ? 'first' : 'last',
  deletesLogs: isFrom(least, 40),
});
