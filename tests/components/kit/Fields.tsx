import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Checkbox, Toggle } from '#components/form/ChoiceField.tsx';
import { InlineErrorIcon } from '#components/form/InlineErrorIcon.tsx';
import { NumberInput } from '#components/form/NumberInput.tsx';
import { SecretInput } from '#components/form/SecretInput.tsx';
import { Textarea } from '#components/form/Textarea.tsx';
import { PasswordInput, TextInput } from '#components/form/TextInput.tsx';
import type { Secret } from '#domain/backend/settings.ts';

/** Every form field; a button gives them all an error. */
export function Fields() {
  const [text, setText] = useState('');
  const [number, setNumber] = useState<number>();
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState<Secret>({ kept: 'set' });
  const [note, setNote] = useState('');
  const [on, setOn] = useState(false);
  const [ticked, setTicked] = useState(false);
  const [wrong, setWrong] = useState(false);
  const error = wrong ? { message: 'Cannot be blank.' } : undefined;
  return (
    <form className="grid max-w-md gap-1" noValidate>
      <TextInput
        label="Name"
        icon="icon-[ri--text]"
        required
        info="What people see."
        placeholder="eg. Lagoon"
        help="Letters and digits."
        value={text}
        onChange={setText}
        error={error}
      />
      <NumberInput
        label="Count"
        icon="icon-[ri--hashtag]"
        value={number}
        onChange={setNumber}
        error={wrong ? {} : null}
      />
      <PasswordInput label="Password" required value={password} onChange={setPassword} error={error} />
      <SecretInput label="SMTP password" value={secret} onChange={setSecret} error={error} />
      <Textarea label="Note" value={note} onChange={setNote} error={error} />
      <Toggle
        label="Use TLS"
        info="Encrypts the mail."
        checked={on}
        onChange={setOn}
        help="Off by default."
        error={error}
      />
      <Checkbox
        label="Select all"
        checked={ticked}
        indeterminate={!ticked}
        onChange={setTicked}
        error={error}
      />
      <InlineErrorIcon error={error} />
      <div className="flex gap-2">
        <Button onClick={() => setWrong(!wrong)}>Toggle errors</Button>
        <Button onClick={() => setSecret({ kept: 'set' })}>Cancel secret</Button>
      </div>
      <output data-values="" className="break-all">
        {JSON.stringify({ text, number: number ?? null, secret, on, ticked })}
      </output>
    </form>
  );
}
