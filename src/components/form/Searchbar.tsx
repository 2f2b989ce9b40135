import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { loadLateStyles } from '#browser/styles.ts';
import type { CompletionSource } from '#components/code/completion-source.ts';
import type { FilterEditorProps } from '#components/code/FilterEditor.tsx';
import { RING } from '#components/elements/control-class.ts';
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

/** A plain input, until the first focus by the user fetches the editor, which takes over text, caret and focus. */
function FilterInput(props: FilterInputProps) {
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

const PLACEHOLDER = 'Search term or filter like created > "2022-01-01"...';

export interface SearchbarProps {
  /** The applied filter, as in the URL. */
  readonly value: string;
  readonly onSubmit: (value: string) => void;
  readonly placeholder?: string;
  readonly label?: string;
  /** Completions offered while typing, read again each time. */
  readonly completions?: CompletionSource;
  readonly className?: string;
  readonly isFocusedFirst?: boolean;
  readonly action?: ReactNode;
  readonly whenEmpty?: ReactNode;
}

const ACTION = 'btn btn-xs h-6 shrink-0 text-xs font-medium max-sm:h-10';

/** 'Search' is shown only while the text differs from the applied filter, 'Clear' while there is any. */
export function Searchbar(props: SearchbarProps) {
  const { value, onSubmit, placeholder = PLACEHOLDER, label = 'Search', completions } = props;
  const [text, setText] = useState(value);
  /** Counts how often a focused button disappeared. */
  const [removals, setRemovals] = useState(0);
  const [hasFocus, setHasFocus] = useState(false);
  const id = useId();

  // The filter was changed from outside: browser history, another collection.
  useEffect(() => setText(value), [value]);

  function submit(event?: SubmitEvent) {
    event?.preventDefault();
    onSubmit(text.trim());
  }

  function clear() {
    setText('');
    setRemovals((count) => count + 1);
    if (value !== '') onSubmit('');
  }

  const changed = text.trim() !== value;
  return (
    <form
      role="search"
      className={`input input-sm relative flex h-9 w-full items-center gap-1.5 pr-1 pl-2.5 text-sm max-sm:h-11 ${RING} ${props.className ?? ''}`}
      onSubmit={submit}
      onFocus={() => setHasFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => setHasFocus(currentTarget.contains(relatedTarget))}
    >
      <span aria-hidden="true" className="icon-[ri--search-line] size-4 shrink-0 text-muted" />
      <FilterInput
        id={id}
        value={text}
        onChange={setText}
        onSubmit={submit}
        label={label}
        placeholder={placeholder}
        completions={completions}
        focusSignal={removals}
        isFocusedFirst={props.isFocusedFirst}
      />
      {changed && (
        <button
          type="submit"
          className={`${ACTION} btn-primary`}
          onClick={({ currentTarget }) => {
            // Enter in the field also triggers this click.
            if (document.activeElement === currentTarget) setRemovals((count) => count + 1);
          }}
        >
          Search
        </button>
      )}
      {(text !== '' || value !== '') && (
        <button type="button" className={`${ACTION} btn-ghost`} onClick={clear}>
          Clear
        </button>
      )}
      {props.action}
      {hasFocus && text === '' && props.whenEmpty}
    </form>
  );
}
