import {
  Combobox,
  ComboboxItem,
  ComboboxList,
  ComboboxPopover,
  ComboboxProvider,
  ComboboxSelect,
  useComboboxStore,
} from '@ariakit/react/combobox';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { popupProps } from '#components/overlay/popup-props.ts';
import type { Popup, PopupState } from '#components/overlay/use-popup.ts';
import { useTypeahead } from '#components/overlay/use-typeahead.ts';
import { foldText } from '#domain/app/fold-text.ts';
import { keepEditingKeys } from './editing-keys.ts';
import { labelOf, type SelectOption } from './select-option.ts';

const SEARCH_FROM = 5;

interface SelectListProps {
  readonly id: string;
  readonly label: string;
  readonly state: PopupState;
  readonly options: readonly SelectOption[];
  readonly selected: readonly string[];
  readonly text: string;
  readonly emptyText?: string | undefined;
  readonly multiple: boolean;
  readonly onChoose: (value: string) => void;
  readonly onTab: () => void;
}

function SelectList(props: SelectListProps) {
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

export interface SelectComboboxProps {
  readonly button: ComponentProps<'button'>;
  readonly onButtonMount: (button: HTMLButtonElement) => void;
  readonly children: ReactNode;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly popup: Popup;
  readonly list: Omit<SelectListProps, 'state' | 'text'>;
}

export default function SelectCombobox(props: SelectComboboxProps) {
  const { button, onButtonMount, children, anchor, popup, list } = props;
  const { state, isOpen, setOpen } = popup;
  const { multiple, selected } = list;
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState('');
  const store = useComboboxStore({
    open: isOpen,
    setOpen,
    inputValue: text,
    setInputValue: setText,
    resetValueOnHide: true,
    selectedValue: multiple ? selected : (selected[0] ?? ''),
    placement: 'bottom-start',
    focusLoop: true,
  });
  const typeahead = useTypeahead(store);
  // By default the library anchors the list to the button.
  useLayoutEffect(() => {
    if (isOpen) store.setAnchorElement(anchor.current);
  }, [isOpen, store, anchor]);
  const onMount = useEffectEvent(onButtonMount);
  useLayoutEffect(() => {
    if (buttonRef.current) onMount(buttonRef.current);
  }, []);
  return (
    <ComboboxProvider store={store}>
      <ComboboxSelect ref={buttonRef} {...button} typeahead={false} onKeyDown={typeahead} />
      {children}
      {state !== 'closed' && <SelectList {...list} state={state} text={text} />}
    </ComboboxProvider>
  );
}
