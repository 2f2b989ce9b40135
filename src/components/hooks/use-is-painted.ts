import { useEffect, useState } from 'react';

function soon(callback: () => void): () => void {
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}

/**
 * Whether a frame was painted since `isShown` became true, so that what is not needed in it can follow.
 * @param follow calls back after the frame, at once by default; returns a function that cancels that
 */
export function useIsPainted(isShown: boolean, follow = soon): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    let cancel = () => {};
    const frame = requestAnimationFrame(() => {
      cancel = follow(() => setIsPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      cancel();
      setIsPainted(false);
    };
  }, [isShown, follow]);
  return isShown && isPainted;
}
