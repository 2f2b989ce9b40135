import { useId, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { OverlayPanel } from './OverlayPanel.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** Line breaks are kept. */
  readonly question: string;
  readonly onYes: () => void;
  /** Called by 'No', Escape or a click outside. */
  readonly onNo: () => void;
  readonly yesLabel?: string;
  readonly noLabel?: string;
  /** The action started by 'Yes' is running. */
  readonly busy?: boolean;
}

/** A question with the buttons 'No', focused on opening, and 'Yes'. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, question, onYes, onNo, yesLabel = 'Yes', noLabel = 'No', busy = false } = props;
  const no = useRef<HTMLButtonElement>(null);
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
      busy={busy}
      initialFocus={no}
      onRequestClose={onNo}
      footer={
        <>
          <Button ref={no} variant="ghost" disabled={busy} onClick={onNo}>
            {noLabel}
          </Button>
          <Button variant="primary" busy={busy} onClick={onYes}>
            {yesLabel}
          </Button>
        </>
      }
    >
      <p id={questionId} className="whitespace-pre-line py-1 [overflow-wrap:anywhere]">
        {question}
      </p>
    </OverlayPanel>
  );
}
