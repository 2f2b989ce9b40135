import type { Rule } from '#domain/collections/collection.ts';
import type { Access } from './doc.ts';

/** Shown when a rule is locked. */
const ADMIN_ACCESS: Access = { text: 'Requires admin `Authorization:TOKEN` header' };
/** Shown when a user, or an admin instead of the user, must be signed in. */
export const TOKEN_ACCESS: Access = { text: 'Requires `Authorization:TOKEN` header' };

const NAMES = {
  listRule: 'list/search rule',
  viewRule: 'view rule',
  createRule: 'create rule',
  updateRule: 'update rule',
  deleteRule: 'delete rule',
  manageRule: 'manage rule',
} as const;

/**
 * Who may call an endpoint with a rule: admins, everyone, or requests that match the rule.
 * @param effect the effect of the rule, for example `Returns only records that match`.
 */
export function ruleAccess(rule: Rule, name: keyof typeof NAMES, effect: string): Access {
  if (rule === null) return ADMIN_ACCESS;
  if (rule === '') return { text: `Open to everyone: the ${NAMES[name]} is empty.` };
  return { text: `${effect} the ${NAMES[name]}:`, rule };
}
