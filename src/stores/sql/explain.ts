import { runSql } from '#api/settings/sql.ts';
import { judge } from '#domain/sql/judge.ts';
import { type AskedList, listSql } from '#domain/sql/list-sql.ts';
import { type IndexIdea, indexIdeas, type PlanStep, planSteps } from '#domain/sql/plan.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createLoader } from '#stores/factories/create-loader.ts';

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

/** How the rows of a list are found, as far as its filter and sort can be said in SQL. */
export type ListPlan =
  | { readonly sql: string; readonly plan: Plan }
  /** The part that can't be said. */
  | { readonly unsaid: string };

/** Loads the plan of a list. */
export const createListPlan = (list: AskedList) =>
  createLoader<ListPlan>({
    showsError: true,
    async request(signal) {
      const said = listSql(list);
      if ('unsaid' in said) return said;
      const plan = await planOf(said.sql, signal);
      return plan ? { sql: said.sql, plan } : { unsaid: list.filter };
    },
  });
