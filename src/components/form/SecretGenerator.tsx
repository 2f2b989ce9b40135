import { type RefObject, useRef, useState } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { PopupDialog } from '#components/overlay/PopupDialog.tsx';
import { randomSecret } from '#domain/app/random-secret.ts';

function Secret({ length, refresh }: { length: number; refresh: RefObject<HTMLButtonElement | null> }) {
  const [secret, setSecret] = useState(() => randomSecret(length));
  return (
    <div className="flex items-center gap-1 pl-2">
      <output className="min-w-0 font-mono text-dense break-all select-all">{secret}</output>
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
  );
}

export function SecretGenerator({ length }: { readonly length: number }) {
  const refresh = useRef<HTMLButtonElement>(null);
  return (
    <PopupDialog
      label="Generated password"
      trigger={{
        variant: 'small',
        className: 'align-top max-sm:-my-2',
        icon: 'icon-[ri--sparkling-line]',
        label: 'Generate',
      }}
      className="max-w-[calc(100vw-1rem)]"
      initialFocus={refresh}
    >
      {() => <Secret length={length} refresh={refresh} />}
    </PopupDialog>
  );
}
