import type { ImportTable } from '#domain/records/import/table.ts';
import type { createDecider, Decision } from './decide.ts';

/** The decided rows of a file in order; while those of a batch are in use, the next batch is decided. */
export async function* decidedRows(
  table: Pick<ImportTable, 'rows'>,
  batches: number,
  decide: ReturnType<typeof createDecider>,
): AsyncGenerator<Decision, void, undefined> {
  const load = (batch: number) => {
    const loading = batch < batches ? table.rows(batch).then(decide) : Promise.resolve([]);
    // Thrown where it is awaited.
    loading.catch(() => {});
    return loading;
  };
  let next = load(0);
  for (let batch = 0; batch < batches; batch++) {
    const rows = await next;
    next = load(batch + 1);
    yield* rows;
  }
}
