import type { Rule } from '#domain/collections/collection.ts';
import type { Access } from './doc.ts';

/** Said where a rule is locked (DC-07). */
const ADMIN_ACCESS: Access = { text: 'Requires admin `Authorization:TOKEN` header' };
/** Said where a user, or an admin in place of the user, must be signed in. */
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
 * Who may call what a rule guards: admins, everyone, or whoever meets it (DC-07).
 * @param effect what the rule decides, e.g. `Returns only records that match`.
 */
export function ruleAccess(rule: Rule, name: keyof typeof NAMES, effect: string): Access {
  if (rule === null) return ADMIN_ACCESS;
  if (rule === '') return { text: `Open to everyone: the ${NAMES[name]} is empty.` };
  return { text: `${effect} the ${NAMES[name]}:`, rule };
}
