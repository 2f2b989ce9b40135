/** Rows of one batch, by their positions in the file. */
export interface RowStep {
  readonly batch: number;
  readonly rows: readonly number[];
}

/** By a row's position: those of the rows to which it refers. */
type References = ReadonlyMap<number, readonly number[]>;

/** One row of each circle that is found by following the first open reference of each open row. */
function circlesOf(count: number, isOpen: (row: number) => boolean, refs: References): number[] {
  const walks = new Uint32Array(count);
  const found: number[] = [];
  for (let from = 0; from < count; from++) {
    let row = from;
    while (isOpen(row) && !walks[row]) {
      walks[row] = from + 1;
      row = refs.get(row)?.find(isOpen) ?? row;
    }
    // The walk has come back to one of its own rows.
    if (isOpen(row) && walks[row] === from + 1) found.push(row);
  }
  return found;
}

/**
 * Orders rows after those to which they refer, in few batches. `ends` are the positions after each batch's last row;
 * `circular` has one row of each circle of references.
 */
export function orderRows(ends: readonly number[], refs: References) {
  const count = ends.at(-1) ?? 0;
  const batchOf = new Uint32Array(count);
  for (const [batch, end] of ends.entries()) batchOf.fill(batch, ends[batch - 1] ?? 0, end);
  /** How many rows have to be sent before a row, and the rows that wait for it. */
  const open = new Uint32Array(count);
  const waiting = new Map<number, number[]>();
  for (const [row, others] of refs) {
    for (const other of new Set(others)) {
      open[row] = (open[row] ?? 0) + 1;
      const list = waiting.get(other);
      if (list) list.push(row);
      else waiting.set(other, [row]);
    }
  }
  const isSent = new Uint8Array(count);
  const ready: number[][] = ends.map(() => []);
  const makeReady = (row: number) => {
    isSent[row] = 1;
    ready[batchOf[row] ?? 0]?.push(row);
  };
  for (let row = 0; row < count; row++) if (!open[row]) makeReady(row);

  const steps: RowStep[] = [];
  const circular = new Set<number>();
  let left = count;
  for (let batch = 0, idle = 0; left > 0; batch = (batch + 1) % ends.length) {
    const rows = ready[batch] ?? [];
    // It grows while it is read.
    for (const row of rows) {
      for (const other of waiting.get(row) ?? []) {
        open[other] = (open[other] ?? 0) - 1;
        if (!open[other] && !isSent[other]) makeReady(other);
      }
    }
    if (rows.length) steps.push({ batch, rows });
    left -= rows.length;
    ready[batch] = [];
    idle = rows.length ? 0 : idle + 1;
    if (idle < ends.length || !left) continue;
    for (const row of circlesOf(count, (one) => !isSent[one], refs)) {
      circular.add(row);
      makeReady(row);
    }
    idle = 0;
  }
  return { steps, circular };
}
