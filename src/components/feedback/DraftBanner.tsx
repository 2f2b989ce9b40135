import type { RefObject } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { Callout } from './Callout.tsx';

const FIRST_CONTROL = 'input:not([readonly], [type=file], :disabled), textarea:not(:disabled)';

export interface DraftBannerProps {
  readonly text: string;
  readonly isOffered: boolean;
  /** Its first control gets the focus after the banner is closed. */
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

export function DraftBanner({ text, isOffered, form, onRestore, onDiscard }: DraftBannerProps) {
  useFocusAfterRemoval(isOffered ? 1 : 0, () => form.current?.querySelector<HTMLElement>(FIRST_CONTROL));
  if (!isOffered) return null;
  return (
    <Callout
      kind="info"
      role="status"
      className="mb-3"
      actions={
        <>
          <Button onClick={onRestore}>Restore draft</Button>
          <IconButton
            icon="icon-[ri--close-line]"
            label="Discard draft"
            tooltipSide="left"
            onClick={onDiscard}
          />
        </>
      }
    >
      {text}
    </Callout>
  );
}

/** Shown next to the buttons of a panel when drafts can't be stored. */
export function DraftFullNote() {
  return (
    <p role="status" className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
      <span aria-hidden="true" className="icon-[ri--information-line] size-4 shrink-0" />
      The browser’s storage is full: no draft is kept.
    </p>
  );
}
