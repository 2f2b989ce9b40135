import { ComboboxProvider, ComboboxSelect, useComboboxStore } from '@ariakit/react/combobox';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Popup } from '#components/overlay/use-popup.ts';
import { useTypeahead } from '#components/overlay/use-typeahead.ts';
import { SelectList, type SelectListProps } from './SelectList.tsx';

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
