import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { isComposing } from '#domain/app/key-press.ts';
import {
  isSameNumber,
  limitProblem,
  type NumberLimits,
  steppedNumber,
  typedNumber,
} from '#domain/app/typed-number.ts';
import { TextInput, type TextInputProps } from './TextInput.tsx';

type OwnProps = 'ref' | 'type' | 'mono' | 'min' | 'max' | 'step' | 'onBlur' | 'onKeyDown';

/** `value` is a number as the backend writes it, or a typed text that is none. */
export interface NumberTextProps extends Omit<TextInputProps, OwnProps>, NumberLimits {}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** Keeps the typed text: an input of the type `number` drops what it does not know, and `12,50` becomes 1250. */
export function NumberText({ value, onChange, min, max, step, error, ...rest }: NumberTextProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<{ readonly text: string; readonly isLeft?: boolean }>();
  // While the user types, the text stays as typed: '0.0' on the way to '0.05' is a 0.
  const isOwn = typed && (value === 'NaN' || typed.text === value || isSameNumber(typed.text, value));
  const text = isOwn ? typed.text : value;
  const number = typedNumber(text);
  const problem = limitProblem(text, { min, max, step });
  useLayoutEffect(() => input.current?.setCustomValidity(problem ?? ''));
  function change(next: string) {
    setTyped({ text: next });
    onChange(typedNumber(next) ?? next);
  }
  function onKeyDown(event: KeyboardEvent) {
    const by = STEPS[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || isComposing(event)) return;
    event.preventDefault();
    change(steppedNumber(text, by, { min, max }) ?? text);
  }
  return (
    <TextInput
      autoComplete="off"
      // Keys for decimals have no minus sign on some phones.
      inputMode={min === undefined || min < 0 ? 'text' : step === 1 ? 'numeric' : 'decimal'}
      {...rest}
      ref={input}
      mono
      role="spinbutton"
      aria-valuenow={number === undefined ? undefined : Number(number)}
      aria-valuemin={min}
      aria-valuemax={max}
      error={error ?? (isOwn && typed.isLeft ? problem : undefined)}
      value={text}
      onChange={change}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (isOwn) setTyped({ text: number === undefined ? text : value, isLeft: true });
      }}
    />
  );
}

export interface NumberInputProps extends Omit<NumberTextProps, 'value' | 'onChange'> {
  readonly value: number | undefined;
  /** Called with undefined when the field is empty, with NaN when its text is no number. */
  readonly onChange: (value: number | undefined) => void;
}

export const NumberInput = ({ value, onChange, ...rest }: NumberInputProps) => (
  <NumberText
    {...rest}
    value={String(value ?? '')}
    onChange={(text) => onChange(text.trim() ? Number(typedNumber(text)) : undefined)}
  />
);
