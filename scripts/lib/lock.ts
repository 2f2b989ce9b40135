/** The part of Deno that locks files. Node has no such function, and Deno's types would apply to every script. */
interface LockingRuntime {
  openSync(path: string): { tryLock(exclusive: boolean): Promise<boolean>; close(): void };
}

/**
 * Locks an existing file or folder for this process; creates nothing. The system releases the lock when the process
 * ends.
 * @returns a function that releases it; undefined when another holder has it. A function also on systems that can't
 *   lock the path: Windows locks no folders.
 */
export async function lock(path: string): Promise<(() => void) | undefined> {
  try {
    const { Deno } = globalThis as unknown as { Deno: LockingRuntime };
    const handle = Deno.openSync(path);
    if (await handle.tryLock(true)) return () => handle.close();
    handle.close();
    return undefined;
  } catch {
    return () => undefined;
  }
}
