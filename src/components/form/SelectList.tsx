import { Combobox, ComboboxItem, ComboboxList, ComboboxPopover } from '@ariakit/react/combobox';
import { useRef } from 'react';
import { popupProps } from '#components/overlay/popup-props.ts';
import type { PopupState } from '#components/overlay/use-popup.ts';
import { foldText } from '#domain/app/fold-text.ts';
import { keepEditingKeys } from './editing-keys.ts';
import { labelOf, type SelectOption } from './select-option.ts';

/** With more options than this there is a search field. */
const SEARCH_FROM = 5;

export interface SelectListProps {
  readonly id: string;
  readonly label: string;
  readonly state: PopupState;
  readonly options: readonly SelectOption[];
  readonly selected: readonly string[];
  readonly text: string;
  readonly emptyText?: string | undefined;
  readonly multiple: boolean;
  readonly onChoose: (value: string) => void;
  /** Called before Tab moves the focus on. */
  readonly onTab: () => void;
}

export function SelectList(props: SelectListProps) {
  const { id, label, state, options, selected, text, emptyText, multiple, onChoose, onTab } = props;
  const searches = options.length > SEARCH_FROM;
  const needle = foldText(text.trim());
  const found = needle
    ? options.filter((option) => foldText(`${labelOf(option)} ${option.value}`).includes(needle))
    : options;
  const popup = popupProps(state, 'flex max-w-[min(32rem,calc(100vw-1rem))] flex-col overflow-hidden');
  const start = useRef<HTMLDivElement>(null);
  const startAt = Math.max(
    0,
    found.findIndex(({ value }) => selected.includes(value)),
  );
  return (
    <ComboboxPopover
      {...popup}
      style={{ ...popup.style, minWidth: 'var(--popover-anchor-width)' }}
      aria-label={label}
      {...(searches ? {} : { initialFocus: start })}
      onKeyDown={({ key }) => key === 'Tab' && onTab()}
    >
      {searches && (
        <Combobox
          autoSelect="always"
          aria-label={`Search ${label}`}
          aria-haspopup="listbox"
          aria-controls={id}
          placeholder="Search..."
          spellCheck={false}
          className="input input-sm mb-1 h-8 w-full shrink-0 text-sm placeholder:text-muted focus:[--input-color:var(--color-primary)] max-sm:h-10"
          onKeyDownCapture={keepEditingKeys}
        />
      )}
      <ComboboxList
        id={id}
        aria-label={label}
        className="max-h-72 min-h-0 overflow-y-auto outline-offset-[-2px]"
      >
        {found.map((option, index) => {
          const { value, icon } = option;
          const chosen = selected.includes(value);
          return (
            <ComboboxItem
              key={value}
              ref={index === startAt ? start : undefined}
              value={value}
              selectValueOnClick={false}
              hideOnClick={!multiple}
              className="flex min-h-8 cursor-pointer items-center gap-2 rounded-field px-2 py-1 data-active-item:bg-tint max-sm:min-h-10"
              onClick={() => onChoose(value)}
            >
              {icon && <span aria-hidden="true" className={`${icon} size-4 shrink-0 text-muted`} />}
              <span className="min-w-0 grow [overflow-wrap:anywhere]">{labelOf(option)}</span>
              <span
                aria-hidden="true"
                className={`icon-[ri--check-line] size-4 shrink-0 text-primary ${chosen ? '' : 'invisible'}`}
              />
            </ComboboxItem>
          );
        })}
      </ComboboxList>
      {found.length === 0 && (
        <p role="status" className="px-2 py-2 text-muted">
          {emptyText ?? 'No options found'}
        </p>
      )}
    </ComboboxPopover>
  );
}
