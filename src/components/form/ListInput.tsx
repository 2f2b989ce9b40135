import { type ClipboardEvent, useState } from 'react';
import { isSameList } from '#domain/app/is-same-list.ts';
import { formatList, parseList, pastedList } from '#domain/app/text-list.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export interface ListInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly format?: (entries: readonly string[]) => string;
  readonly parse?: (text: string) => string[];
}

/** A comma-separated list: as typed until blur or a change from outside; pasted lines are one entry each. */
export function ListInput(props: ListInputProps) {
  const { value, onChange, format = formatList, parse = parseList, ...rest } = props;
  const [text, setText] = useState(() => format(value));
  const shown = isSameList(parse(text), value) ? text : format(value);

  /** Pastes lines as entries; the browser would join them. */
  function pasteLines(event: ClipboardEvent<HTMLInputElement>) {
    const entries = pastedList(event.clipboardData.getData('text'), format, parse);
    if (entries === undefined) return;
    event.preventDefault();
    const { value: before, selectionStart, selectionEnd } = event.currentTarget;
    const separator = (isNeeded: boolean) => (isNeeded ? ', ' : '');
    const left = separator(/[^\s,]\s*$/.test(before.slice(0, selectionStart ?? 0)));
    const right = separator(/^\s*[^\s,]/.test(before.slice(selectionEnd ?? 0)));
    // Unlike a change of the value, it can be undone.
    document.execCommand('insertText', false, left + entries + right);
  }

  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...rest}
      onPaste={pasteLines}
      value={shown}
      onChange={(typed) => {
        setText(typed);
        onChange(parse(typed));
      }}
      onBlur={() => setText(format(value))}
    />
  );
}
