import { useEffect, useState } from 'react';
import { afterPaint, type Schedule } from '#browser/after-paint.ts';

/**
 * Whether a frame was painted since `isShown` became true, so that what is not needed in it can follow.
 * @param follow see `afterPaint`
 */
export function useIsPainted(isShown: boolean, follow?: Schedule): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const cancel = afterPaint(() => setIsPainted(true), follow);
    return () => {
      cancel();
      setIsPainted(false);
    };
  }, [isShown, follow]);
  return isShown && isPainted;
}
