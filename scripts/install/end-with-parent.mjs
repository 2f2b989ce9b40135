const PARENT_CHECK_MS = 500;

/**
 * npm forwards a signal only to the shell it started, and that shell exits without forwarding it. Calls `end` then.
 * Does nothing when npm has not started this process.
 * @param {() => void} end
 */
export function endWithParent(end) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_CHECK_MS);
  timer.unref();
}
