import { type RefObject, useRef, useState } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { PopupDialog } from '#components/overlay/PopupDialog.tsx';
import { randomSecret } from '#domain/records/panel/secret.ts';

const ICON_BUTTON =
  'inline-flex size-6 shrink-0 align-top cursor-pointer items-center justify-center rounded-field text-muted hover:bg-base-content/10 hover:text-base-content max-sm:-my-2 max-sm:size-10';

interface SecretProps {
  readonly length: number;
  readonly refresh: RefObject<HTMLButtonElement | null>;
}

function Secret({ length, refresh }: SecretProps) {
  const [secret, setSecret] = useState(() => randomSecret(length));
  return (
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
  );
}

/** A button whose popup makes up a password of `length` characters, to be copied (RF-20). */
export function SecretGenerator({ length }: { readonly length: number }) {
  const refresh = useRef<HTMLButtonElement>(null);
  return (
    <PopupDialog
      label="Generated password"
      triggerLabel="Generate"
      triggerClass={ICON_BUTTON}
      triggerIcon="icon-[ri--sparkling-line]"
      tooltip="Generate"
      className="max-w-[calc(100vw-1rem)]"
      initialFocus={refresh}
    >
      {() => <Secret length={length} refresh={refresh} />}
    </PopupDialog>
  );
}
