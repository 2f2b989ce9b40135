import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { runSql } from '#api/settings/sql.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import { CHECKS, countQuestions, HEALTH_SQL, type Health, healthOf } from '#domain/sql/health.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/running.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { MAX_SQL } from '#wire/sql.ts';

async function read(signal: AbortSignal): Promise<Health> {
  const ask = async (sql: string) => (await runSql(sql, { signal })).rows;
  /** A question that this backend, or this table, may refuse. */
  const tryAsk = (sql: string) =>
    ask(sql).catch((thrown) => {
      if (toApiError(thrown).status !== 400) throw thrown;
      return undefined;
    });
  const { pages, sizes, objects, indexes, columns } = HEALTH_SQL;
  const answers = {
    pages: await ask(pages),
    sizes: await tryAsk(sizes),
    objects: await ask(objects),
    indexes: await ask(indexes),
    columns: await ask(columns),
  };
  const tables = answers.objects.flatMap(([type, name]) => (type === 'table' && name ? [name] : []));
  const counts = [];
  for (const question of countQuestions(tables, MAX_SQL)) counts.push(...((await tryAsk(question)) ?? []));
  return healthOf({ ...answers, counts });
}

const loader = createLoader({ request: read, keepsValue: true, showsError: true });

export const $health = loader.$load;
export const loadHealth = loader.load;

/** What a check has found: nothing, or what is wrong; undefined before the first one. */
export const $check = atom<LoadState<readonly string[]> | undefined>(undefined);
const checks = createLatest();

/** Checks the file; a full check also compares the indexes with the rows. Reports errors. */
export async function checkFile(kind: keyof typeof CHECKS): Promise<void> {
  const signal = checks.begin();
  $check.set({ state: 'busy' });
  try {
    const { rows } = await runSql(CHECKS[kind], { signal });
    const found = rows.flatMap(([text]) => text ?? []);
    $check.set({ state: 'ready', value: found.length === 1 && found[0] === 'ok' ? [] : found });
  } catch (thrown) {
    const error = report(thrown, { toast: false });
    if (!signal.aborted) $check.set({ state: 'failed', error });
  }
}

/** Stops waiting for a check, which the backend ends itself. */
export function stopCheck(): void {
  checks.abort();
  $check.set(undefined);
}

/** Reads it. Returns a function that stops this and forgets it. */
export function startHealth(): () => void {
  void loader.load();
  return () => {
    loader.clear();
    stopCheck();
  };
}
