import { useEffect, useEffectEvent, useRef } from 'react';
import { loadLateStyles } from '#browser/styles.ts';
import type { FilterEditorProps } from '#components/code/FilterEditor.tsx';
import { composition, useEditorSwap } from './use-editor-swap.ts';

export interface FilterInputProps extends Omit<FilterEditorProps, 'selection'> {
  readonly id: string;
  /** The focus comes without the user, so the editor waits for a key or a press. */
  readonly isFocusedFirst?: boolean | undefined;
}

const loadEditor = async () => {
  const [{ FilterEditor }] = await Promise.all([
    import('#components/code/FilterEditor.tsx'),
    loadLateStyles(),
  ]);
  return FilterEditor;
};

/**
 * One line of filter text. It starts as a plain input. The first focus by the user fetches the editor with highlighting and
 * autocomplete, which takes over text, caret and focus. Text typed meanwhile is kept. If the editor can't be fetched,
 * the plain input stays.
 */
export function FilterInput(props: FilterInputProps) {
  const { id, value, onChange, label, placeholder, focusSignal } = props;
  const input = useRef<HTMLInputElement>(null);
  const { swap, fetch } = useEditorSwap(input, loadEditor);

  useEffect(() => {
    if (focusSignal > 0) input.current?.focus();
  }, [focusSignal]);

  // The input of the prerendered page may have been focused before hydration, when there was no listener.
  const fetchFocused = useEffectEvent(() => {
    if (input.current && document.activeElement === input.current) void fetch();
  });
  useEffect(() => fetchFocused(), []);

  if (swap) {
    const { Editor, selection } = swap;
    return <Editor {...props} selection={selection} />;
  }
  return (
    <input
      ref={input}
      id={id}
      type="text"
      value={value}
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className="h-full min-w-0 grow bg-transparent font-mono text-dense outline-none"
      onChange={(event) => onChange(event.target.value)}
      onFocus={props.isFocusedFirst ? undefined : fetch}
      onKeyDown={fetch}
      {...composition}
      onPointerDown={(event) => {
        composition.onPointerDown(event);
        void fetch();
      }}
    />
  );
}
