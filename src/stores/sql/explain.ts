import { runSql } from '#api/sql/run.ts';
import { judge } from '#domain/sql/judge.ts';
import { type IndexIdea, indexIdeas, type PlanStep, planSteps } from '#domain/sql/plan.ts';
import { $collectionList } from '#stores/collections/list.ts';

/** How SQLite finds the rows of a statement, and what may help. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  readonly ideas: readonly IndexIdea[];
}

/** Asks for the plan of a statement, which does not run; undefined if it has none. Throws ApiError. */
export async function planOf(sql: string, signal?: AbortSignal): Promise<Plan | undefined> {
  const { sql: question, writes, node } = judge(`EXPLAIN QUERY PLAN ${sql}`);
  if (writes !== undefined || node?.type !== 'ExplainStmt' || node.stmt.type === 'PragmaStmt')
    return undefined;
  const answer = await runSql(question, signal ? { signal } : {});
  return { steps: planSteps(answer), ideas: indexIdeas(node.stmt, answer, $collectionList.get()) };
}
