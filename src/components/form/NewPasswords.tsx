import { type RefObject, useRef, useState } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { PopupDialog } from '#components/overlay/PopupDialog.tsx';
import { randomSecret } from '#domain/app/random-secret.ts';
import { PasswordInput, type PasswordInputProps } from './TextInput.tsx';

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

function SecretGenerator({ length }: { readonly length: number }) {
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

type BoundProps = Pick<PasswordInputProps, 'value' | 'error' | 'onChange'> & {
  readonly 'data-field'?: string;
};

export interface NewPasswordsProps {
  readonly length: number;
  readonly password: BoundProps;
  readonly confirmation: BoundProps;
}

const SHARED = { icon: 'icon-[ri--lock-line]', required: true } as const;

export function NewPasswords({ length, password, confirmation }: NewPasswordsProps) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      <PasswordInput {...SHARED} {...password} label="Password" aside={<SecretGenerator length={length} />} />
      <PasswordInput {...SHARED} {...confirmation} label="Password confirm" />
    </div>
  );
}
