import { useEffect, useRef, useState } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { PopupDialog } from '#components/overlay/PopupDialog.tsx';
import { usePopup } from '#components/overlay/use-popup.ts';
import { randomSecret } from '#domain/records/panel/secret.ts';

const ICON_BUTTON =
  'inline-flex size-6 shrink-0 align-top cursor-pointer items-center justify-center rounded-field text-muted hover:bg-base-content/10 hover:text-base-content max-sm:-my-2 max-sm:size-10';

/** A button whose popup makes up a password of `length` characters, to be copied (RF-20). */
export function SecretGenerator({ length }: { readonly length: number }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const refresh = useRef<HTMLButtonElement>(null);
  const [secret, setSecret] = useState('');
  const popup = usePopup(trigger, dialog, { placement: 'bottom-end' });
  const { state, open, close } = popup;

  useEffect(() => {
    if (state === 'open') refresh.current?.focus();
  }, [state]);

  function toggle() {
    if (state === 'open') {
      close(true);
      return;
    }
    setSecret(randomSecret(length));
    open();
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={ICON_BUTTON}
        aria-label="Generate"
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        data-tooltip={state === 'open' ? undefined : 'Generate'}
        data-tooltip-side="left"
        onClick={toggle}
      >
        <span aria-hidden="true" className="icon-[ri--sparkling-line] size-4" />
      </button>
      <PopupDialog
        popup={popup}
        element={dialog}
        label="Generated password"
        className="max-w-[calc(100vw-1rem)]"
      >
        <div className="flex items-center gap-1 pl-2">
          <output className="min-w-0 font-mono text-[13px] break-all select-all">{secret}</output>
          <CopyIcon value={secret} label="Copy password" />
          <button
            ref={refresh}
            type="button"
            className={ICON_BUTTON}
            aria-label="Refresh"
            data-tooltip="Refresh"
            onClick={() => setSecret(randomSecret(length))}
          >
            <span aria-hidden="true" className="icon-[ri--refresh-line] size-4" />
          </button>
        </div>
      </PopupDialog>
    </>
  );
}
