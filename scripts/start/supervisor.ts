import type { Child, Exit } from '#scripts/lib/child.ts';
import { UserError } from '#scripts/lib/user-error.ts';

const LAST_WORDS = 5;

/** Keeps the processes of one `npm start` together: when one ends for good, or the user asks, all end. */
export class Supervisor {
  readonly #cleanups: (() => void | Promise<void>)[] = [];
  readonly #stop = Promise.withResolvers<void>();
  readonly #deaths: Promise<never>[] = [];
  #isStopping = false;
  /** Whether the children are being ended, for whatever reason. */
  #isEnding = false;

  /** Whether the user asked to end; what fails from then on is no news. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  requestStop(): void {
    if (!this.#isStopping) console.log('\nAtoll: ending ...');
    this.#isStopping = true;
    this.#isEnding = true;
    this.#stop.resolve();
  }

  /** @throws Error when the user has asked to end meanwhile, so that nothing more is started. */
  assertRunning(): void {
    if (this.#isStopping) throw new Error('ending');
  }

  /**
   * Ends `child` with everything else; should it end first, `run` fails and names it.
   *
   * @param revive starts it once more after its first end
   */
  add(name: string, child: Child, revive?: () => Promise<Child>): void {
    let current = Promise.resolve(child);
    this.onEnd(async () => {
      // One that did not start again has been reported by `run`.
      const last = await current.catch(() => undefined);
      await last?.stop();
    });
    const watch = async (): Promise<never> => {
      let exit = await child.exited;
      if (revive && !this.#isEnding) {
        console.error(`Atoll: ${name} ended unexpectedly (${formatExit(exit)}). Starting it again ...`);
        current = revive();
        const revived = await current;
        console.error(`Atoll: ${name} runs again.`);
        exit = await revived.exited;
      }
      const words = (await current).output().trim().split('\n').slice(-LAST_WORDS).join('\n  ');
      throw new UserError(
        `${name} ended unexpectedly (${formatExit(exit)}). Its last words:\n  ${words || '(none)'}`,
      );
    };
    const death = watch();
    // Handled by `run`; until then a death must not count as an unhandled rejection.
    death.catch(() => undefined);
    this.#deaths.push(death);
  }

  /** Registers what to do at the end, last registered first. */
  onEnd(cleanup: () => void | Promise<void>): void {
    this.#cleanups.push(cleanup);
  }

  /**
   * Waits until the user asks to end.
   * @throws UserError when a process ends by itself.
   */
  async run(): Promise<void> {
    await Promise.race([this.#stop.promise, ...this.#deaths]);
  }

  async stopAll(): Promise<void> {
    this.#isEnding = true;
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
  }
}

function formatExit({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
