/** The part of Deno that locks files. Node has no such function, and Deno's types would apply to every script. */
interface LockingRuntime {
  openSync(path: string): { tryLock(exclusive: boolean): Promise<boolean> };
}

/** Open handles of locked folders. The system releases the locks when the process ends. */
const held: unknown[] = [];

/**
 * Locks a folder for this process; creates no file in it.
 * @returns false when another process holds the lock; true also on systems that can't lock folders
 */
export async function lockFolder(dir: string): Promise<boolean> {
  try {
    const { Deno } = globalThis as unknown as { Deno: LockingRuntime };
    const folder = Deno.openSync(dir);
    held.push(folder);
    return await folder.tryLock(true);
  } catch {
    return true;
  }
}
