import type { Collection, CollectionRule, CollectionType, Rule } from '#domain/backend/collection.ts';

/** The name of a rule, or of the manage rule, which only auth collections have. */
export type RuleName = CollectionRule | 'manageRule';

/** Labels of the rules in the order of their tab. */
export const RULE_LABELS: Readonly<Record<RuleName, string>> = {
  listRule: 'List/Search',
  viewRule: 'View',
  createRule: 'Create',
  updateRule: 'Update',
  deleteRule: 'Delete',
  manageRule: 'Manage',
};
export const ruleNames = Object.keys(RULE_LABELS) as readonly RuleName[];

/** The label of a rule outside its editor: 'List/Search rule'. */
export const ruleTitle = (name: RuleName): string => `${RULE_LABELS[name]} rule`;

export const EMPTY_RULE_PLACEHOLDER = 'Leave empty to grant everyone access...';

/** The rules that a collection of this type has, in the order of the tab. */
export function rulesOf(type: CollectionType): RuleName[] {
  if (type === 'view') return ['listRule', 'viewRule'];
  return ruleNames.filter((name) => name !== 'manageRule' || type === 'auth');
}

type WithRules = Pick<Collection, RuleName>;

export const ruleOf = (collection: WithRules, name: RuleName): Rule => collection[name] ?? null;

/** A rule as text: 'admins only' for null, 'anyone' for '', else the rule itself. */
export function ruleText(rule: Rule): string {
  if (rule === null) return 'admins only';
  return rule === '' ? 'anyone' : rule;
}

/** Admins only, everyone, or a filter. */
export type RuleState = 'locked' | 'everyone' | 'custom';

export function ruleState(rule: Rule): RuleState {
  if (rule === null) return 'locked';
  return rule === '' ? 'everyone' : 'custom';
}

const ACTIONS: Readonly<Record<RuleName, string>> = {
  listRule: 'list and search records',
  viewRule: 'view records',
  createRule: 'create records',
  updateRule: 'change records',
  deleteRule: 'delete records',
  manageRule: 'manage all accounts',
};

/** Who passes a rule that is not locked, in words. */
export const ruleHelp = (name: RuleName, rule: string): string =>
  rule === ''
    ? `Anyone can ${ACTIONS[name]}, without signing in.`
    : 'Only requests that meet this rule, and admins.';

export const openRules = (collection: WithRules & Pick<Collection, 'type'>): readonly RuleName[] =>
  rulesOf(collection.type).filter((name) => ruleOf(collection, name) === '');

export const ruleLabel = (name: RuleName, rule: Rule): string =>
  `${ruleTitle(name)}${rule === null ? ' - Admins only' : ''}`;

/** Whether any rule of the collection is a filter, which marks the tab. */
export const hasRules = (collection: WithRules & Pick<Collection, 'type'>): boolean =>
  rulesOf(collection.type).some((name) => ruleState(ruleOf(collection, name)) === 'custom');
