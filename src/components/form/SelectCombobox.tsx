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

/** Props of {@link SelectCombobox}. */
export interface SelectComboboxProps {
  /** What the button shows and carries. */
  readonly button: ComponentProps<'button'>;
  /** Called with the button when it is in the page. */
  readonly onDrawn: (button: HTMLButtonElement) => void;
  /** Between the button and its list. */
  readonly children: ReactNode;
  /** The whole field. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly popup: Popup;
  readonly list: Omit<SelectListProps, 'state' | 'text'>;
}

/** Button and list of a select. */
export default function SelectCombobox(props: SelectComboboxProps) {
  const { button, onDrawn, children, anchor, popup, list } = props;
  const { state, isOpen, setOpen } = popup;
  const { multiple, selected } = list;
  const drawn = useRef<HTMLButtonElement>(null);
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
  // The library takes the button alone.
  useLayoutEffect(() => {
    if (isOpen) store.setAnchorElement(anchor.current);
  }, [isOpen, store, anchor]);
  const tell = useEffectEvent(onDrawn);
  useLayoutEffect(() => {
    if (drawn.current) tell(drawn.current);
  }, []);
  return (
    <ComboboxProvider store={store}>
      <ComboboxSelect ref={drawn} {...button} typeahead={false} onKeyDown={typeahead} />
      {children}
      {state !== 'closed' && <SelectList {...list} state={state} text={text} />}
    </ComboboxProvider>
  );
}
