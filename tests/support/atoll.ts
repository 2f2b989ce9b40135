import { type AtollOptions, startAtollServer } from '#scripts/lib/atoll-server.ts';

export interface Atoll {
  readonly url: string;
  readonly pid: number;
  /** All output of the server so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Runs the built server (`npm run build` first) in front of `backendUrl`, on a free port. */
export async function startAtoll(options: AtollOptions): Promise<Atoll> {
  const { url, child } = await startAtollServer(options);
  return { url, pid: child.pid, output: child.output, stop: () => child.stop() };
}
