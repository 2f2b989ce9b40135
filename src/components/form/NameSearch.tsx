import { useRef } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { isComposing } from '#domain/app/key-press.ts';

export interface NameSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Names the input, also while it is empty. */
  readonly label?: string;
}

/** Filters a list by name while one types; Escape clears it. */
export function NameSearch({ value, onChange, label = 'Search collections' }: NameSearchProps) {
  const input = useRef<HTMLInputElement>(null);

  function clear() {
    onChange('');
    // The focused button disappears with the text.
    input.current?.focus();
  }

  return (
    <search className="relative flex-1">
      <span
        className="icon-[ri--search-line] pointer-events-none absolute top-1/2 left-2.5 z-1 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <input
        ref={input}
        type="text"
        className={`input input-sm w-full pl-8 text-sm max-sm:h-10 ${value ? 'pr-8' : 'pr-2'}`}
        placeholder={`${label}...`}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !value || isComposing(event)) return;
          event.stopPropagation();
          clear();
        }}
      />
      {value && (
        <IconButton
          variant="plain"
          icon="icon-[ri--close-line]"
          iconSize=""
          label="Clear search"
          tooltip="Clear"
          className="absolute top-1/2 right-1 grid size-6 -translate-y-1/2 cursor-pointer place-items-center rounded-field text-muted hover:text-base-content max-sm:size-10"
          onClick={clear}
        />
      )}
    </search>
  );
}
