import type { Rule } from '#domain/collections/collection.ts';
import { type RuleName, ruleTitle } from '#domain/collections/editor/rules.ts';
import type { Access, DocsContext } from './doc.ts';

/** Shown when a rule is locked. */
const ADMIN_ACCESS: Access = { text: 'Requires admin `Authorization:TOKEN` header' };
/** Shown when a user, or an admin instead of the user, must be signed in. */
export const TOKEN_ACCESS: Access = { text: 'Requires `Authorization:TOKEN` header' };

/**
 * Who may call an endpoint with a rule: admins, everyone, or requests that match the rule.
 * @param effect the effect of the rule, for example `Returns only records that match`.
 */
export function ruleAccess(rule: Rule, name: RuleName, effect: string): Access {
  if (rule === null) return ADMIN_ACCESS;
  const title = ruleTitle(name).toLowerCase();
  if (rule === '') return { text: `Open to everyone: the ${title} is empty.` };
  return { text: `${effect} the ${title}:`, rule };
}

/** What requests that match the manage rule of an auth collection may do; nothing if it is locked or empty. */
export function manageAccess({ collection: { type, options } }: DocsContext, effect: string): Access[] {
  const rule = options['manageRule'];
  const isCustom = type === 'auth' && typeof rule === 'string' && rule !== '';
  return isCustom ? [ruleAccess(rule, 'manageRule', effect)] : [];
}
