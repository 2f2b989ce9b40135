import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { slugify } from '#domain/collections/editor/names.ts';

interface SlugInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref' | 'type'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Turns its text into a valid name while the user types, that of an input method when its composition ends. */
export function SlugInput({ value, onChange, ref, ...rest }: SlugInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);

  // React moves the caret to the end when it sets a text other than the typed one.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  function applyText(element: HTMLInputElement, isComposing: boolean) {
    const text = element.value;
    const name = isComposing ? text : slugify(text);
    if (name !== text) caret.current = slugify(text.slice(0, element.selectionStart ?? text.length)).length;
    onChange(name);
  }

  return (
    <input
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...rest}
      ref={input}
      type="text"
      value={value}
      onChange={(event) => {
        const { nativeEvent } = event;
        applyText(event.target, nativeEvent instanceof InputEvent && nativeEvent.isComposing);
      }}
      onCompositionEnd={(event) => applyText(event.currentTarget, false)}
    />
  );
}
