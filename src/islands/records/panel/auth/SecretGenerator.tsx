import { useEffect, useRef, useState } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { PopupDialog } from '#components/overlay/PopupDialog.tsx';
import { usePopup } from '#components/overlay/use-popup.ts';
import { randomSecret } from '#domain/records/panel/secret.ts';

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
      <IconButton
        ref={trigger}
        variant="small"
        className="align-top max-sm:-my-2"
        icon="icon-[ri--sparkling-line]"
        label="Generate"
        tooltip={state === 'open' ? undefined : 'Generate'}
        tooltipSide="left"
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        onClick={toggle}
      />
      <PopupDialog
        popup={popup}
        element={dialog}
        label="Generated password"
        className="max-w-[calc(100vw-1rem)]"
      >
        <div className="flex items-center gap-1 pl-2">
          <output className="min-w-0 font-mono text-[13px] break-all select-all">{secret}</output>
          <CopyIcon value={secret} label="Copy password" />
          <IconButton
            ref={refresh}
            variant="small"
            className="align-top max-sm:-my-2"
            icon="icon-[ri--refresh-line]"
            label="Refresh"
            onClick={() => setSecret(randomSecret(length))}
          />
        </div>
      </PopupDialog>
    </>
  );
}
