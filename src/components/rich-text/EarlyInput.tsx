import { type InputEvent, type KeyboardEvent, type RefObject, useRef } from 'react';
import type { ControlProps } from '#components/form/Field.tsx';
import { isComposing, latinKey } from '#domain/app/key-press.ts';

/** Whether the stored text is selected together with the entered text, or was replaced by it. */
export type Scope = 'entered' | 'all' | 'replaced';

/** Keys that move the caret; the group matches those that move it backwards. */
const MOVES = /^(?:(ArrowLeft|ArrowUp|Home|PageUp)|ArrowRight|ArrowDown|End|PageDown)$/;

export interface EarlyInputProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly control: ControlProps;
  readonly className: string;
  readonly scope: Scope;
  /** Called before a key does what it does; `place` is where the caret moves to in the stored text. */
  readonly onScope: (scope: Scope, place?: 'start' | 'end') => void;
  readonly onInput: () => void;
  readonly onComposing: (isComposing: boolean) => void;
}

/** Takes what is typed, composed or dictated before the editor is ready: a text field knows every way to enter text. */
export function EarlyInput(props: EarlyInputProps) {
  const { ref, control, className, scope, onScope, onInput, onComposing } = props;
  /** The text when all was selected: undoing back to it brings the stored text back. */
  const before = useRef('');

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event) || event.altKey) return;
    const { key, ctrlKey, metaKey } = event;
    const { value } = event.currentTarget;
    const isEmpty = value === '';
    if (ctrlKey || metaKey) {
      const letter = latinKey(event);
      if (letter === 'a' && scope === 'entered') {
        before.current = value;
        onScope('all');
      }
      if (letter === 'z' && scope === 'replaced' && value === before.current) {
        event.preventDefault();
        onScope('entered');
      }
    }
    if (scope === 'all' && isEmpty && (key === 'Backspace' || key === 'Delete')) onScope('replaced');
    // A move ends the selection, and with Ctrl or Cmd it goes to one end of the whole text.
    if (scope === 'all' ? !event.shiftKey : isEmpty && (ctrlKey || metaKey)) {
      const move = MOVES.exec(key);
      if (move) onScope('entered', move[1] ? 'start' : 'end');
    }
  }

  function enter({ currentTarget, nativeEvent }: InputEvent<HTMLTextAreaElement>) {
    const isUndone = nativeEvent.inputType === 'historyUndo' && currentTarget.value === before.current;
    if (scope === 'all') onScope('replaced');
    else if (scope === 'replaced' && isUndone) onScope('entered');
    else onInput();
  }

  return (
    <textarea
      ref={ref}
      {...control}
      autoComplete="off"
      className={`resize-none px-3 py-2.5 text-sm leading-5 outline-none ${className}`}
      onKeyDown={onKeyDown}
      onInput={enter}
      onCut={(event) => {
        // The stored text would be deleted without being on the clipboard.
        if (scope === 'all') event.preventDefault();
      }}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  );
}
