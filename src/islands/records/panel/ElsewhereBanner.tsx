import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

const FIRST_CONTROL = 'input:not([readonly], [type=file], :disabled), textarea:not(:disabled)';

export interface ElsewhereBannerProps {
  readonly panel: RecordPanel;
  /** Its first control gets the focus after the banner has disappeared. */
  readonly form: RefObject<HTMLFormElement | null>;
}

export function ElsewhereBanner({ panel, form }: ElsewhereBannerProps) {
  const state = useStore(panel.$elsewhere);
  const isBusy = useStore(panel.$isBusy);
  const canKeep = useStore(panel.$isDirty);
  useFocusAfterRemoval(state === 'none' ? 0 : 1, () =>
    form.current?.querySelector<HTMLElement>(FIRST_CONTROL),
  );
  return (
    // Always there: screen readers announce only what appears in a region that they know.
    <div role="status" data-elsewhere={state}>
      {state === 'changed' && (
        <Callout
          kind="info"
          className="mb-3"
          actions={
            // Not `disabled`, for which it would lose the focus: its own press is what starts the work.
            <Button aria-disabled={isBusy || undefined} onClick={() => void panel.compare()}>
              Compare
            </Button>
          }
        >
          This record was changed elsewhere. Your edits are kept.
        </Callout>
      )}
      {state === 'deleted' && (
        <Callout
          kind="warning"
          className="mb-3"
          actions={<Button onClick={panel.keepAsNew}>Keep as a new record</Button>}
        >
          This record was deleted elsewhere. {canKeep && 'Your edits are still here.'}
        </Callout>
      )}
    </div>
  );
}
