import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { RING } from '#components/elements/control-class.ts';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { closePopup, usePopup } from '#components/overlay/use-popup.ts';
import { type ControlProps, Field, type FieldOptions } from './Field.tsx';
import { labelOf, type SelectOption } from './select-option.ts';

const SelectCombobox = lazyPanel(() => import('./SelectCombobox.tsx'), closePopup);

interface SharedProps extends FieldOptions {
  readonly options: readonly SelectOption[];
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** There is always a value: it can't be cleared, which needs no mark. */
  readonly isFixed?: boolean;
  readonly emptyText?: string;
}

/** Props of a select with one value; '' means none. */
export interface SingleSelectProps extends SharedProps {
  readonly multiple?: false;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Props of a select with several values, in the order they were chosen. */
export interface MultiSelectProps extends SharedProps {
  readonly multiple: true;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

export type SelectProps = SingleSelectProps | MultiSelectProps;

const SMALL_BUTTON =
  'inline-flex size-5 shrink-0 cursor-pointer items-center justify-center rounded-selector hover:bg-tint-strong max-sm:-my-1 max-sm:size-10';

/** Choosing a chosen option again clears it, unless the select is single and required or fixed. */
export function Select(props: SelectProps) {
  return <Field {...props}>{(control) => <SelectControl {...props} control={control} />}</Field>;
}

interface RemoveButtonProps {
  readonly label: string;
  readonly className: string;
  readonly onClick: () => void;
}

function RemoveButton({ label, className, onClick }: RemoveButtonProps) {
  return (
    <button type="button" className={SMALL_BUTTON} aria-label={label} onClick={onClick}>
      <span aria-hidden="true" className={`icon-[ri--close-line] ${className}`} />
    </button>
  );
}

interface ChipsProps {
  readonly chosen: readonly SelectOption[];
  readonly onRemove: ((value: string) => void) | undefined;
}

function Chips({ chosen, onRemove }: ChipsProps) {
  return chosen.map((option) => (
    <span
      key={option.value}
      className="inline-flex max-w-full items-center gap-0.5 rounded-selector bg-tint pr-0.5 pl-1.5"
    >
      <span className="truncate">{labelOf(option)}</span>
      {onRemove && (
        <RemoveButton
          label={`Remove ${labelOf(option)}`}
          className="size-3.5"
          onClick={() => onRemove(option.value)}
        />
      )}
    </span>
  ));
}

function ButtonText({ single, placeholder }: { single: SelectOption | undefined; placeholder: string }) {
  return (
    <>
      {single?.icon && <span aria-hidden="true" className={`${single.icon} size-4 shrink-0 text-muted`} />}
      <span className={`min-w-0 grow truncate ${single ? '' : 'text-muted'}`}>
        {single ? labelOf(single) : placeholder}
      </span>
      <span aria-hidden="true" className="icon-[ri--arrow-down-s-line] size-4 shrink-0 text-muted" />
    </>
  );
}

function SelectControl(props: SelectProps & { readonly control: ControlProps }) {
  const { control, options, label, disabled, required, isFixed, placeholder = '- Select -' } = props;
  const multiple = props.multiple === true;
  const values = props.multiple ? props.value : props.value === '' ? [] : [props.value];
  const listId = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = usePopup(anchor, trigger);
  const { state, isOpen, setOpen } = popup;
  const [isReplaced, setIsReplaced] = useState(false);
  const chosen = values.map((value) => options.find((option) => option.value === value) ?? { value });

  function choose(value: string) {
    const has = values.includes(value);
    if (props.multiple) {
      props.onChange(has ? values.filter((other) => other !== value) : [...values, value]);
    } else if (!has) props.onChange(value);
    else if (!required && !isFixed) props.onChange('');
  }

  function remove(value: string) {
    if (props.multiple) props.onChange(values.filter((other) => other !== value));
    else props.onChange('');
    trigger.current?.focus();
  }

  /** After the first opening the library renders the button. The new button takes over the focus. */
  function replaceButton(button: HTMLButtonElement) {
    const hadFocus = document.activeElement === trigger.current;
    trigger.current = button;
    if (hadFocus) button.focus();
    setIsReplaced(true);
  }

  function openByKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true);
    // The button keeps the focus while the list is fetched.
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  }

  const single = multiple ? undefined : chosen[0];
  const removable = !disabled && (multiple || !(required || isFixed));
  const button = {
    ...control,
    'aria-haspopup': 'listbox',
    'aria-controls': isOpen ? listId : undefined,
    'aria-required': required || undefined,
    disabled: disabled ?? false,
    className:
      'flex h-6 min-w-24 flex-1 cursor-pointer items-center gap-1.5 px-1.5 text-left outline-none max-sm:h-8',
    children: <ButtonText single={single} placeholder={chosen.length === 0 ? placeholder : ''} />,
  } as const;
  const clear = single && removable && (
    <RemoveButton
      label={`Clear ${label}`}
      className="size-4 text-muted"
      onClick={() => remove(single.value)}
    />
  );
  return (
    <div
      ref={anchor}
      className={`input input-sm flex h-auto min-h-8 w-full flex-wrap items-center gap-1 py-0.5 pr-1 pl-1 text-sm max-sm:min-h-10 ${RING} ${control['aria-invalid'] ? 'input-error' : ''} ${disabled ? 'opacity-60' : ''}`}
    >
      {multiple && <Chips chosen={chosen} onRemove={removable ? remove : undefined} />}
      {!isReplaced && (
        <>
          <button
            {...button}
            // Not reset when this button unmounts: the ref already holds its replacement.
            ref={(element) => {
              if (element) trigger.current = element;
            }}
            type="button"
            role="combobox"
            aria-autocomplete="none"
            aria-expanded={isOpen}
            data-popup-open={isOpen ? '' : undefined}
            onPointerEnter={SelectCombobox.preload}
            onFocus={SelectCombobox.preload}
            onClick={() => setOpen(!isOpen)}
            onKeyDown={openByKey}
          />
          {clear}
        </>
      )}
      {(isReplaced || state !== 'closed') && (
        <SelectCombobox
          button={button}
          onButtonMount={replaceButton}
          anchor={anchor}
          popup={popup}
          list={{
            id: listId,
            label,
            options,
            selected: values,
            multiple,
            emptyText: props.emptyText,
            onChoose: choose,
            onTab: () => {
              setOpen(false);
              trigger.current?.focus();
            },
          }}
        >
          {clear}
        </SelectCombobox>
      )}
    </div>
  );
}
