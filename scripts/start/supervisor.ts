import type { Child, Exit } from '#scripts/lib/child.ts';
import { UserError } from '#scripts/lib/user-error.ts';

const LAST_LINES = 5;

/** Controls the processes of one `npm start`: all stop when one of them fails for good or the user asks to stop. */
export class Supervisor {
  readonly #cleanups: (() => void | Promise<void>)[] = [];
  readonly #stop = new AbortController();
  readonly #failures: Promise<never>[] = [];
  /** Whether the children are being stopped, for any reason. */
  #isEnding = false;

  /** Aborts when the user asks to stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether the user asked to stop; later failures are expected and not reported. */
  get isStopping(): boolean {
    return this.signal.aborted;
  }

  requestStop(): void {
    if (!this.isStopping) console.log('\nAtoll: stopping ...');
    this.#isEnding = true;
    this.#stop.abort();
  }

  /** @throws Error when the user has asked to stop, so that nothing more is started. */
  assertRunning(): void {
    if (this.isStopping) throw new Error('stopping');
  }

  /**
   * Stops `child` together with the others. When it ends by itself, `run` fails with its name.
   *
   * @param restart starts the process again after its first unexpected end
   */
  add(name: string, child: Child, restart?: () => Promise<Child>): void {
    let current = Promise.resolve(child);
    this.onEnd(async () => {
      // `run` reports a failed restart.
      const last = await current.catch(() => undefined);
      await last?.stop();
    });
    const watch = async (): Promise<never> => {
      let exit = await child.exited;
      if (restart && !this.#isEnding) {
        console.error(`Atoll: ${name} ended unexpectedly (${formatExit(exit)}). Restarting it ...`);
        current = restart();
        const restarted = await current;
        console.error(`Atoll: ${name} is running again.`);
        exit = await restarted.exited;
      }
      const lines = (await current).output().trim().split('\n').slice(-LAST_LINES).join('\n  ');
      throw new UserError(
        `${name} ended unexpectedly (${formatExit(exit)}). Last lines of its output:\n  ${lines || '(none)'}`,
      );
    };
    const failure = watch();
    // `run` handles it; until then it must not count as an unhandled rejection.
    failure.catch(() => undefined);
    this.#failures.push(failure);
  }

  /** Registers a cleanup for the end; the last registered runs first. */
  onEnd(cleanup: () => void | Promise<void>): void {
    this.#cleanups.push(cleanup);
  }

  /**
   * Waits until the user asks to stop.
   * @throws UserError when a process ends by itself.
   */
  async run(): Promise<void> {
    const stop = new Promise<void>((resolve) => {
      if (this.isStopping) resolve();
      this.signal.addEventListener('abort', () => resolve());
    });
    await Promise.race([stop, ...this.#failures]);
  }

  async stopAll(): Promise<void> {
    this.#isEnding = true;
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
  }
}

function formatExit({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
