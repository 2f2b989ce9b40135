import { Button } from '#components/elements/Button.tsx';
import { useIsOverdue } from '#components/hooks/use-is-overdue.ts';

/** Waiting time before the notice is shown, in ms. */
export function SlowResponse({ onStop }: { readonly onStop: () => void }) {
  const isSlow = useIsOverdue(true, 3000);
  return (
    <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 text-xs text-muted">
      {isSlow && (
        <>
          No response yet.
          <Button variant="ghost" onClick={onStop}>
            Stop waiting
          </Button>
        </>
      )}
    </div>
  );
}
