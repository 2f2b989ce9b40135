import type { Collection, CollectionType, Rule } from '../collection.ts';

/** The five rules of a collection and the sixth, of auth collections, that stands in their options. */
export const ruleNames = [
  'listRule',
  'viewRule',
  'createRule',
  'updateRule',
  'deleteRule',
  'manageRule',
] as const;
export type RuleName = (typeof ruleNames)[number];

/** What a rule is called (RU-02). */
export const RULE_LABELS: Readonly<Record<RuleName, string>> = {
  listRule: 'List/Search',
  viewRule: 'View',
  createRule: 'Create',
  updateRule: 'Update',
  deleteRule: 'Delete',
  manageRule: 'Manage',
};

/** Shown in the editor of a rule that everyone passes (RU-03). */
export const EMPTY_RULE_PLACEHOLDER = 'Leave empty to grant everyone access...';

/** The rules that a collection of this type has, in the order of the tab (RU-02). */
export function rulesOf(type: CollectionType): RuleName[] {
  if (type === 'view') return ['listRule', 'viewRule'];
  return ruleNames.filter((name) => name !== 'manageRule' || type === 'auth');
}

type Ruled = Pick<Collection, Exclude<RuleName, 'manageRule'> | 'options'>;

/** Reads a rule; the manage rule stands in the options. */
export function ruleOf(collection: Ruled, name: RuleName): Rule {
  if (name !== 'manageRule') return collection[name];
  const rule = collection.options['manageRule'];
  return typeof rule === 'string' ? rule : null;
}

/** The three states of a rule (RU-03): only admins, everyone, or who passes the filter. */
export type RuleState = 'locked' | 'everyone' | 'custom';

export function ruleState(rule: Rule): RuleState {
  if (rule === null) return 'locked';
  return rule === '' ? 'everyone' : 'custom';
}

/** The label above a rule's editor (RU-03). */
export function ruleLabel(name: RuleName, rule: Rule): string {
  const label = `${RULE_LABELS[name]} rule`;
  return rule === null ? `${label} - Admins only` : label;
}

/** A rule with the text that it had before it was locked. */
export interface RuleLock {
  readonly rule: Rule;
  readonly remembered: string;
}

/**
 * Locks a rule, or unlocks it with the text that it had before, empty at first (RU-04). The editor keeps
 * `remembered` beside the rule while it is open; it is never sent.
 */
export function toggleLock({ rule, remembered }: RuleLock): RuleLock {
  return rule === null ? { rule: remembered, remembered } : { rule: null, remembered: rule };
}

/** Whether any rule of the collection holds a filter: what marks the tab (CE-07). */
export function hasRules(collection: Ruled & Pick<Collection, 'type'>): boolean {
  return rulesOf(collection.type).some((name) => ruleState(ruleOf(collection, name)) === 'custom');
}
