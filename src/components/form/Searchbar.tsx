import { type ReactNode, type SubmitEvent, useEffect, useId, useState } from 'react';
import type { CompletionSource } from '#components/code/completion-source.ts';
import { RING } from '#components/elements/control-class.ts';
import { FilterInput } from './FilterInput.tsx';

const PLACEHOLDER = 'Search term or filter like created > "2022-01-01"...';

export interface SearchbarProps {
  /** The applied filter, as in the URL. */
  readonly value: string;
  /** Called with the text on Enter and 'Search', with '' on 'Clear'. */
  readonly onSubmit: (value: string) => void;
  readonly placeholder?: string;
  /** Accessible name of the field. */
  readonly label?: string;
  /** Completions offered while typing, read again each time. */
  readonly completions?: CompletionSource;
  readonly className?: string;
  /** It has the focus when its dialog opens. */
  readonly isFocusedFirst?: boolean;
  /** Another way to a filter, at the end. */
  readonly action?: ReactNode;
  /** Shown below while the field is empty and has the focus. */
  readonly whenEmpty?: ReactNode;
}

const ACTION = 'btn btn-xs h-6 shrink-0 text-xs font-medium max-sm:h-10';

/**
 * The filter bar of a list. 'Search' is shown only while the text differs from the applied filter,
 * 'Clear' only while there is a text or a filter; Enter submits.
 */
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
