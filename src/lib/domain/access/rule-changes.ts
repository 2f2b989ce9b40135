import type { Collection, Rule } from '#domain/backend/collection.ts';
import type { CollectionValues } from '#domain/collections/editor/values.ts';
import { type RuleName, ruleOf, rulesOf } from '#domain/collections/rules.ts';

export interface RuleChange {
  readonly name: RuleName;
  readonly before: Rule;
  readonly after: Rule;
}

/** Without `createRule`, which does not decide about stored records. */
export const ruleChanges = (stored: Collection, values: CollectionValues): readonly RuleChange[] =>
  rulesOf(stored.type)
    .filter((name) => name !== 'createRule')
    .map((name) => ({ name, before: ruleOf(stored, name), after: ruleOf(values, name) }))
    .filter(({ before, after }) => before !== after);
