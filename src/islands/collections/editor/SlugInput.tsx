import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { slugify, typedName } from '#domain/collections/editor/names.ts';

/** Props of {@link SlugInput}; what an `<input>` takes goes through to it. */
export interface SlugInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref' | 'type'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * An input whose text becomes a name while it is typed (CE-02, FD-03). What an input method composes stays
 * untouched until it is done, and the caret stays where it was.
 */
export function SlugInput({ value, onChange, ref, ...rest }: SlugInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);

  // React puts the caret at the end when it writes another text than the one that was typed.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  function take(element: HTMLInputElement, isComposing: boolean) {
    const text = element.value;
    const name = typedName(text, isComposing);
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
        take(event.target, nativeEvent instanceof InputEvent && nativeEvent.isComposing);
      }}
      onCompositionEnd={(event) => take(event.currentTarget, false)}
    />
  );
}
