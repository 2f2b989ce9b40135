import { text } from '#domain/app/lenient.ts';
import type { Collection, Rule } from '#domain/backend/collection.ts';
import type { CollectionValues } from '#domain/collections/editor/values.ts';
import { type RuleName, ruleOf, rulesOf } from '#domain/collections/rules.ts';

/** Rules about accounts that sign in: nobody is signed in when the backend asks. */
export const ACCOUNT_LABELS = { authRule: 'Can sign in', secondFactor: 'Need a second factor' } as const;
export type AccountRule = keyof typeof ACCOUNT_LABELS;

export interface RuleChange {
  readonly name: RuleName | AccountRule;
  readonly before: Rule;
  readonly after: Rule;
}

export const isOfAccounts = (name: RuleChange['name']): name is AccountRule => name in ACCOUNT_LABELS;

const factor = (isEnabled: unknown, rule: unknown): Rule => (isEnabled === true ? text(rule) : null);

/** Without `createRule`, which does not decide about stored records. */
export function ruleChanges(stored: Collection, values: CollectionValues): readonly RuleChange[] {
  const own = stored.auth?.own;
  const { options } = values;
  const changes: readonly RuleChange[] = [
    ...rulesOf(stored.type)
      .filter((name) => name !== 'createRule')
      .map((name) => ({ name, before: ruleOf(stored, name), after: ruleOf(values, name) })),
    {
      name: 'authRule',
      before: ruleOf(stored, 'authRule'),
      after: ruleOf(values, 'authRule'),
    },
    {
      name: 'secondFactor',
      before: factor(own?.['secondFactor.isEnabled'], own?.['secondFactor.rule']),
      after: own ? factor(options['secondFactor.isEnabled'], options['secondFactor.rule']) : null,
    },
  ];
  return changes.filter(({ before, after }) => before !== after);
}
