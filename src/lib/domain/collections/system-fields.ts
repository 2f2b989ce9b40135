import { type Collection, type CollectionType, ownFields } from '#domain/backend/collection.ts';

/** The fields that every auth collection has beside those of a base collection. */
export const AUTH_FIELDS = ['username', 'email', 'emailVisibility', 'verified'] as const;

/** The columns of every auth collection that no record shows; indexes may have them. */
export const HIDDEN_AUTH_COLUMNS = [
  ...['tokenKey', 'passwordHash'],
  ...['lastResetSentAt', 'lastVerificationSentAt', 'lastLoginAlertSentAt'],
] as const;

/** The fields that every collection of this type has by itself. */
export function systemFieldNames(type: CollectionType): string[] {
  const names = ['id', 'created', 'updated'];
  return type === 'auth' ? [...names, ...AUTH_FIELDS] : names;
}

/** The names of all fields of the records, in the order in which a plain search uses them. */
export function searchFieldsOf({ type, fields }: Pick<Collection, 'type' | 'fields'>): string[] {
  const shown = fields.filter(({ isHidden }) => !isHidden);
  const invented = shown.filter(({ isInvented }) => isInvented);
  const ordered = type === 'view' ? shown : [...invented, ...ownFields({ fields: shown })];
  return ordered.map(({ name }) => name);
}
