import { countRecords } from '#api/records/list.ts';
import { CannotTell, type EstimatedRequest, filledRule } from '#domain/access/fill-rule.ts';
import { ApiError } from '#domain/app/api-error.ts';
import type { Rule } from '#domain/backend/collection.ts';
import { filterFits } from '#domain/model/filter/fit.ts';
import { narrowFilter } from '#domain/model/filter/join.ts';
import { FilterError } from '#domain/model/filter/tree.ts';

/** Number of records that a rule lets through, or why they can't be counted, in a sentence. */
export type Counted = number | string;

/**
 * Counts the records that a rule lets through for a request, as Atoll estimates it: nothing is sent as the user.
 * @param among a condition that the records must meet, too
 */
export async function countRule(
  rule: Rule,
  request: EstimatedRequest,
  signal: AbortSignal,
  among = '',
): Promise<Counted> {
  if (rule === null) return 0;
  try {
    const filled = filledRule(rule, request);
    const filter = among ? narrowFilter(filled, among) : filled;
    if (!filterFits(filter, request.dialect.limits))
      return 'With the user’s values it is too long for a request.';
    return await countRecords(request.collection.id, filter, { signal });
  } catch (error) {
    if (error instanceof CannotTell) return error.message;
    if (error instanceof FilterError) return `The rule can’t be read. ${error.message}`;
    // The backend does not understand the filled-in rule, so it would not have understood the rule either.
    if (error instanceof ApiError && error.status === 400) return error.message;
    throw error;
  }
}
