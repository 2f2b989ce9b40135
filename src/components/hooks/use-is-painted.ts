import { useEffect, useState } from 'react';
import { afterPaint, type Schedule } from '#browser/after-paint.ts';

/** Whether a frame was painted since `isShown` became true; `follow` as in `afterPaint`. */
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
