/* Reads the file of an import outside of the page's thread, which stays free however large the file is. */
import { FileProblem } from '#domain/records/import/plan.ts';
import { createImportTable } from '#domain/records/import/table.ts';
import type { TableCall, TableReply } from './table.ts';

const table = createImportTable();
const reply = (message: TableReply) => self.postMessage(message);

/** Time between two reports of progress, in ms. */
const PROGRESS_MS = 100;

self.onmessage = async ({ data }: MessageEvent<TableCall>) => {
  const { id, name, values } = data;
  let told = 0;
  const onProgress = (bytes: number) => {
    if (Date.now() < told + PROGRESS_MS) return;
    told = Date.now();
    reply({ id, bytes });
  };
  try {
    const call = table[name] as (...values: readonly unknown[]) => Promise<unknown>;
    reply({ id, result: await call(...values, ...(name === 'open' ? [onProgress] : [])) });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    reply({ id, problem, isFileProblem: error instanceof FileProblem });
  }
};
