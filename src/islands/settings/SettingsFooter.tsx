import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import type { AnySettingsForm } from '#stores/factories/create-settings-form.ts';

export interface SettingsFooterProps {
  readonly form: AnySettingsForm;
  readonly cancelLabel?: string;
  readonly idleAction?: ReactNode;
  readonly footerAside?: ReactNode;
  readonly onStop: () => void;
}

/** The buttons of a form over settings, and what may be said beside them. */
export function SettingsFooter(props: SettingsFooterProps) {
  const { form, cancelLabel = 'Cancel', idleAction, footerAside, onStop } = props;
  const isDirty = useStore(form.$isDirty);
  const canSave = useStore(form.$canSave);
  const isBusy = useStore(form.$isBusy);
  const isDraftFull = useStore(form.$isDraftFull);
  const element = useRef<HTMLDivElement>(null);
  const wasDirty = useRef(false);

  useEffect(() => {
    if (isDirty) wasDirty.current = true;
    if (isDirty || isBusy || !wasDirty.current) return;
    wasDirty.current = false;
    // The button that had the focus has disappeared, or is disabled now.
    const active = document.activeElement;
    if (active === document.body || active?.matches(':disabled')) element.current?.closest('form')?.focus();
  }, [isDirty, isBusy]);

  return (
    <div
      ref={element}
      className="wide-content flex flex-wrap items-center justify-end gap-2 border-t border-base-300 py-2"
    >
      <div className="mr-auto flex min-w-0 flex-wrap items-center gap-2">
        {isBusy && <SlowResponse onStop={onStop} />}
        {isDraftFull && <DraftFullNote />}
        {footerAside}
      </div>
      {!isDirty && !isBusy && idleAction ? (
        idleAction
      ) : (
        <>
          {isDirty && (
            <Button variant="ghost" disabled={isBusy} onClick={form.cancel}>
              {cancelLabel}
            </Button>
          )}
          <WriteButton variant="primary" type="submit" disabled={!canSave} busy={isBusy}>
            Save changes
          </WriteButton>
        </>
      )}
    </div>
  );
}
