import { useEffect, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';

/** How long an answer may take without a word about it, in ms. */
const PATIENCE = 3000;

/** Says that there is no answer yet, with a way to stop waiting for it; nothing in the first seconds. */
export function SlowAnswer({ onStop }: { readonly onStop: () => void }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 text-xs text-muted">
      {isSlow && (
        <>
          No answer yet.
          <Button variant="ghost" onClick={onStop}>
            Stop waiting
          </Button>
        </>
      )}
    </div>
  );
}
