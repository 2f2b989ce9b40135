import { type ComponentProps, type ReactNode, type SubmitEvent, useId } from 'react';
import { Button, type ButtonProps } from '#components/elements/Button.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { ReadOnlyNote } from '#components/feedback/ReadOnlyNote.tsx';
import { OverlayPanel, type OverlayPanelProps } from './OverlayPanel.tsx';

export interface FormPopupProps extends Omit<OverlayPanelProps, 'variant' | 'footer' | 'children'> {
  /** The button that submits, with its text. */
  readonly submit: ButtonProps;
  /** Whether it changes something at the backend. */
  readonly writes?: boolean;
  readonly form?: Omit<ComponentProps<'form'>, 'onSubmit'>;
  readonly above?: ReactNode;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  readonly children: ReactNode;
}

/** A popup with one form, whose button is in the footer. Forms around it, of which it is a child in React, see nothing. */
export function FormPopup(props: FormPopupProps) {
  const { submit, writes = false, form, above, onSubmit, footerAside, children, ...panel } = props;
  const Submit = writes ? WriteButton : Button;
  const ownId = useId();
  const id = form?.id ?? ownId;
  return (
    <OverlayPanel
      size="sm"
      {...panel}
      variant="centered"
      footerAside={
        writes ? (
          <>
            <ReadOnlyNote className="text-sm text-muted" />
            {footerAside}
          </>
        ) : (
          footerAside
        )
      }
      footer={<Submit variant="primary" {...submit} type="submit" form={id} />}
    >
      {above}
      <form
        {...form}
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void onSubmit(event);
        }}
      >
        {children}
      </form>
    </OverlayPanel>
  );
}
