// chunks: logs filter
import { addCondition, type Condition, formatConditions, parseConditions } from '#domain/logs/conditions.ts';
import { joinFilters } from '#domain/model/filter/join.ts';
import { $query, setQuery } from '#stores/app/route.ts';

function whereWith(added: readonly Condition[]): string {
  const where = $query.get()['where'] ?? '';
  const conditions = parseConditions(where);
  const join = (before: readonly Condition[]) => formatConditions(added.reduce(addCondition, before));
  // A text that is no list of conditions still narrows the list.
  return conditions ? join(conditions) : joinFilters([where, join([])]);
}

/** Adds conditions and closes the opened log, so that the result is visible. An opposite condition is replaced. */
export function addConditions(...added: readonly Condition[]): void {
  setQuery({ where: whereWith(added), logId: undefined });
}
