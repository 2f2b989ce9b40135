import { FileProblem } from '#domain/records/import/plan.ts';
import type { ImportTable } from '#domain/records/import/table.ts';

export interface TableCall {
  readonly id: number;
  readonly name: keyof ImportTable;
  readonly values: readonly unknown[];
}

/** What the worker responds: bytes that it has read, or the end of a call. */
export type TableReply =
  | { readonly id: number; readonly bytes: number }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly problem: string; readonly isFileProblem: boolean };

export interface WorkerTable extends ImportTable {
  /** Ends the worker; pending calls stay pending. */
  readonly close: () => void;
}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((bytes: number) => void) | undefined;
}

/** Starts a worker with an empty table. */
export function openTable(): WorkerTable {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const pending = new Map<number, Pending>();
  let last = 0;

  function call<T>(name: TableCall['name'], values: readonly unknown[], onProgress?: Pending['onProgress']) {
    const id = ++last;
    return new Promise<T>((resolve, reject) => {
      pending.set(id, { resolve, reject, onProgress });
      const message: TableCall = { id, name, values };
      worker.postMessage(message);
    });
  }

  worker.onmessage = ({ data }: MessageEvent<TableReply>) => {
    const waiting = pending.get(data.id);
    if ('bytes' in data) return waiting?.onProgress?.(data.bytes);
    pending.delete(data.id);
    if ('result' in data) waiting?.resolve(data.result as never);
    else waiting?.reject(data.isFileProblem ? new FileProblem(data.problem) : new Error(data.problem));
  };
  // Its code could not be fetched.
  worker.onerror = () => {
    const error = new FileProblem('The code that reads files could not be loaded. Reload the page.');
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };

  return {
    open: (file, wanted = {}, onProgress) => call('open', [file, wanted], onProgress),
    check: (plan) => call('check', [plan]),
    rows: (batch) => call('rows', [batch]),
    file: (path) => call('file', [path]),
    refused: (reasons) => call('refused', [reasons]),
    close: () => worker.terminate(),
  };
}
