import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { OverlayPanel } from './OverlayPanel.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly question: string;
  /** What 'Yes' destroys, below the question; empty if the question says so. Undefined if it destroys nothing. */
  readonly loss?: string | undefined;
  readonly children?: ReactNode;
  readonly onYes: () => void;
  readonly onNo: () => void;
  /** The name of a production backend, which must be typed before 'Yes'. */
  readonly typed?: string | undefined;
  readonly instead?: { readonly label: string; readonly run: () => void } | undefined;
}

/** A question with the buttons 'No', focused on opening, and 'Yes'. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, question, loss, onYes, onNo, instead, typed } = props;
  const no = useRef<HTMLButtonElement>(null);
  const [name, setName] = useState('');
  const isTyped = typed === undefined || name === typed;
  const questionId = useId();
  return (
    <OverlayPanel
      open={open}
      variant="centered"
      size="sm"
      role="alertdialog"
      title="Please confirm"
      describedBy={questionId}
      btnClose={false}
      initialFocus={no}
      onRequestClose={onNo}
      footerAside={instead && <Button onClick={instead.run}>{instead.label}</Button>}
      footer={
        <>
          {/* It has the focus from the start, which shows also after a click. */}
          <Button ref={no} variant="ghost" className="ring-on-focus" onClick={onNo}>
            No
          </Button>
          <Button variant={loss === undefined ? 'primary' : 'danger'} disabled={!isTyped} onClick={onYes}>
            Yes
          </Button>
        </>
      }
    >
      <div id={questionId} className="py-1 [overflow-wrap:anywhere]">
        <p className="whitespace-pre-line">{question}</p>
        {loss && <p className="pt-1 text-muted">{loss}</p>}
      </div>
      {props.children}
      {typed !== undefined && (
        <form
          className="pt-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (isTyped) onYes();
          }}
        >
          <TextInput
            label={`This is production. To confirm, type ${typed}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={name}
            onChange={setName}
          />
        </form>
      )}
    </OverlayPanel>
  );
}
