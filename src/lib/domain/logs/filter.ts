// chunks: logs filter
import { conditionLabel, formatConditions, parseConditions, removeCondition } from './conditions.ts';

export { effectiveFilter } from './effective.ts';
export { searchFilter, termFilter } from './search.ts';

/** Each condition of a text. One that is no list of conditions is a single token: the backend decides on it. */
export function conditionTokens(where: string): readonly { readonly label: string; readonly rest: string }[] {
  const conditions = parseConditions(where);
  if (!conditions) return [{ label: where, rest: '' }];
  return conditions.map((condition) => ({
    label: conditionLabel(condition),
    rest: formatConditions(removeCondition(conditions, condition)),
  }));
}
