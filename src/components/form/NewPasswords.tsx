import { SecretGenerator } from './SecretGenerator.tsx';
import { PasswordInput, type PasswordInputProps } from './TextInput.tsx';

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
