import type { Collection, CollectionRule, CollectionType, Rule } from '#domain/backend/collection.ts';

/** The name of a rule, or of the manage rule, which only auth collections have. */
export type RuleName = CollectionRule | 'manageRule';

/** Those that an editor has: who may sign in is no rule about records, and not every backend has it. */
export type EditedRule = RuleName | 'authRule';

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
export const ruleTitle = (name: EditedRule): string =>
  `${name === 'authRule' ? 'Authentication' : RULE_LABELS[name]} rule`;

export const EMPTY_RULE_PLACEHOLDER = 'Leave empty to grant everyone access...';

/** The rules that a collection of this type has, in the order of the tab. */
export function rulesOf(type: CollectionType): RuleName[] {
  if (type === 'view') return ['listRule', 'viewRule'];
  return ruleNames.filter((name) => name !== 'manageRule' || type === 'auth');
}

/** {@link rulesOf} and, where its backend has one, who may sign in. */
export const editedRulesOf = ({ type, authRule }: Pick<Collection, 'type' | 'authRule'>): EditedRule[] => [
  ...rulesOf(type),
  ...(type === 'auth' && authRule !== undefined ? (['authRule'] as const) : []),
];

type WithRules = Pick<Collection, EditedRule>;

export const ruleOf = (collection: WithRules, name: EditedRule): Rule => collection[name] ?? null;

/** A rule as text: 'admins only' for null, 'anyone' for '', else the rule itself. `word` is what an admin is called. */
export function ruleText(rule: Rule, name?: EditedRule, word = 'admin'): string {
  if (name === 'authRule' && !rule) return rule === null ? 'nobody' : 'everybody with an account';
  if (rule === null) return `${word}s only`;
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
export function ruleHelp(name: EditedRule, rule: string, word = 'admin'): string {
  if (name === 'authRule')
    return rule ? 'Only accounts that meet this rule.' : 'Everybody with an account can sign in.';
  return rule === ''
    ? `Anyone can ${ACTIONS[name]}, without signing in.`
    : `Only requests that meet this rule, and ${word}s.`;
}

export const openRules = (collection: WithRules & Pick<Collection, 'type'>): readonly RuleName[] =>
  rulesOf(collection.type).filter((name) => ruleOf(collection, name) === '');

export const ruleLabel = (name: EditedRule, rule: Rule, label = 'Admin'): string => {
  const locked = name === 'authRule' ? ' - Nobody' : ` - ${label}s only`;
  return `${ruleTitle(name)}${rule === null ? locked : ''}`;
};

/** Whether any rule of the collection is a filter, which marks the tab. */
export const hasRules = (collection: WithRules & Pick<Collection, 'type'>): boolean =>
  rulesOf(collection.type).some((name) => ruleState(ruleOf(collection, name)) === 'custom');
