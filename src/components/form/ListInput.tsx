import { useState } from 'react';
import { Textarea, type TextareaProps } from './Textarea.tsx';

export interface ListInputProps extends Omit<TextareaProps, 'value' | 'onChange' | 'mono'> {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Without empty and repeated entries, which blanks or commas may separate, too. */
const entriesOf = (text: string): readonly string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

/** A list of texts without blanks, one in a line. Keeps what was typed as long as it says the same. */
export function ListInput({ value, onChange, ...rest }: ListInputProps) {
  const [typed, setTyped] = useState('');
  const isOwn = entriesOf(typed).join('\n') === value.join('\n');
  return (
    <Textarea
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      mono
      value={isOwn ? typed : value.join('\n')}
      onChange={(text) => {
        setTyped(text);
        onChange(entriesOf(text));
      }}
    />
  );
}
