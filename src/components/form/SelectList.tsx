import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { createTypeahead } from '#components/overlay/menu-item.ts';
import { POPUP, type PopupState } from '#components/overlay/use-popup.ts';
import { isComposing } from '#domain/app/is-composing.ts';

/** Something that can be chosen. */
export interface SelectOption {
  readonly value: string;
  /** Shown text, the value when it is missing. */
  readonly label?: string;
  /** Class of an icon before the label. */
  readonly icon?: string;
}

/** Above this many options there is a search field. */
const SEARCH_FROM = 5;

/** Shown text of an option. */
export const labelOf = (option: SelectOption): string => option.label ?? option.value;

/** Props of {@link SelectList}. */
export interface SelectListProps {
  readonly id: string;
  readonly label: string;
  readonly popup: RefObject<HTMLDivElement | null>;
  readonly state: PopupState;
  readonly options: readonly SelectOption[];
  readonly selected: readonly string[];
  readonly multiple: boolean;
  /** 'No options found' when missing. */
  readonly emptyText?: string | undefined;
  /** No more may be chosen; what is chosen can still be taken back. */
  readonly full: boolean;
  readonly onChoose: (value: string) => void;
  readonly onClose: (focusTrigger: boolean) => void;
}

/** The list of a select, with a search field above it when it is long. */
export function SelectList(props: SelectListProps) {
  const { id, label, popup, state, options, selected, multiple, emptyText, full, onChoose, onClose } = props;
  const [text, setText] = useState('');
  const first = options.findIndex((option) => selected.includes(option.value));
  const [active, setActive] = useState(Math.max(0, first));
  const [typeahead] = useState(() => createTypeahead());
  const focused = useRef<HTMLInputElement & HTMLDivElement>(null);
  const searches = options.length > SEARCH_FROM;
  const needle = text.trim().toLowerCase();
  const found = needle
    ? options.filter((option) => `${labelOf(option)} ${option.value}`.toLowerCase().includes(needle))
    : options;
  const optionId = (index: number) => `${id}-${index}`;
  const current = found[active] ? active : 0;

  useEffect(() => {
    // Again when it is reopened while it was still going.
    if (state === 'open') focused.current?.focus({ preventScroll: true });
  }, [state]);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const isLocked = (option: SelectOption) => full && !selected.includes(option.value);

  function choose(option: SelectOption | undefined) {
    if (!option || isLocked(option)) return;
    onChoose(option.value);
    if (!multiple) onClose(true);
  }

  function onKey(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const last = found.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: current >= last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      PageDown: Math.min(last, current + 10),
      PageUp: Math.max(0, current - 10),
      // In the search field these two belong to the text.
      ...(searches ? {} : { Home: 0, End: last }),
    };
    const move = moves[event.key];
    if (move !== undefined) setActive(move);
    else if (event.key === 'Enter' || (event.key === ' ' && !searches)) choose(found[current]);
    else if (event.key === 'Escape' || event.key === 'Tab') onClose(true);
    else if (!searches && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const hit = typeahead(event, found.map(labelOf), current);
      if (hit !== undefined) setActive(hit);
    } else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  }

  const list = { 'aria-activedescendant': found.length > 0 ? optionId(current) : undefined } as const;
  return (
    <div
      ref={popup}
      popover="manual"
      data-state={state}
      data-popup-open=""
      // A Tab pressed meanwhile must not go into what is about to disappear.
      inert={state === 'closing'}
      className={`${POPUP} flex max-w-[min(32rem,calc(100vw-1rem))] flex-col overflow-hidden`}
    >
      {searches && (
        <input
          ref={focused}
          role="combobox"
          aria-label={`Search ${label}`}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          {...list}
          placeholder="Search..."
          autoComplete="off"
          spellCheck={false}
          value={text}
          className="input input-sm mb-1 h-8 w-full shrink-0 text-sm placeholder:text-muted focus:[--input-color:var(--color-primary)] max-sm:h-10"
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKey}
        />
      )}
      <div
        ref={searches ? undefined : focused}
        id={id}
        role="listbox"
        tabIndex={searches ? -1 : 0}
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        {...(searches ? {} : list)}
        className="max-h-72 min-h-0 overflow-y-auto outline-offset-[-2px]"
        onKeyDown={searches ? undefined : onKey}
      >
        {found.map((option, index) => {
          const chosen = selected.includes(option.value);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are read by the element with the focus.
            <div
              key={option.value}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={chosen}
              aria-disabled={isLocked(option) || undefined}
              data-active={index === current || undefined}
              className="flex min-h-8 cursor-pointer items-center gap-2 rounded-field px-2 py-1 aria-disabled:cursor-default aria-disabled:opacity-50 data-active:bg-base-content/10 max-sm:min-h-10"
              onPointerMove={() => setActive(index)}
              // The focus stays where the keys are read.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.icon && (
                <span aria-hidden="true" className={`${option.icon} size-4 shrink-0 text-muted`} />
              )}
              <span className="min-w-0 grow [overflow-wrap:anywhere]">{labelOf(option)}</span>
              <span
                aria-hidden="true"
                className={`icon-[ri--check-line] size-4 shrink-0 text-primary ${chosen ? '' : 'invisible'}`}
              />
            </div>
          );
        })}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-2 py-2 text-muted">
          {emptyText ?? 'No options found'}
        </p>
      )}
    </div>
  );
}
