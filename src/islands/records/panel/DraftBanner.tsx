import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { Button } from '../../../components/Button.tsx';
import { useFocusAfterRemoval } from '../../../components/use-focus-after-removal.ts';
import type { RecordPanel } from '../../../stores/record-panel/panel.ts';

const FIRST_CONTROL = 'input:not([readonly], [type=file]), textarea';

/** Props of {@link DraftBanner}. */
export interface DraftBannerProps {
  readonly panel: RecordPanel;
  /** Where the focus goes once the banner is answered. */
  readonly form: RefObject<HTMLFormElement | null>;
}

/** Offers edits that were never saved (RP-10). */
export function DraftBanner({ panel, form }: DraftBannerProps) {
  const draft = useStore(panel.$draft);
  useFocusAfterRemoval(draft ? 1 : 0, () => form.current?.querySelector<HTMLElement>(FIRST_CONTROL));
  if (!draft) return null;
  return (
    <div
      role="status"
      className="mb-3 flex flex-wrap items-center gap-2 rounded-box border border-info/40 bg-info/10 py-1.5 pr-1.5 pl-3"
    >
      <span aria-hidden="true" className="icon-[ri--information-line] size-4 shrink-0 text-info" />
      <span className="min-w-0 grow">The record has previous unsaved changes.</span>
      <Button onClick={panel.restoreDraft}>Restore draft</Button>
      <Button
        look="ghost"
        icon="icon-[ri--close-line]"
        aria-label="Discard draft"
        data-tooltip="Discard draft"
        data-tooltip-side="left"
        onClick={panel.discardDraft}
      />
    </div>
  );
}
