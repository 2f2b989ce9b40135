/** The part of Deno that locks files: Node has none of it, and Deno's types would be those of every script. */
interface LockingRuntime {
  openSync(path: string): { tryLock(exclusive: boolean): Promise<boolean> };
}

/** Kept until the process ends, however it ends: the system gives its locks back. */
const held: unknown[] = [];

/**
 * Locks a folder for this process; it leaves nothing in it.
 * @returns false when another process holds it; true, too, where folders can't be locked
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
