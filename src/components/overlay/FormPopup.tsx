import { type ComponentProps, type ReactNode, type SubmitEvent, useId } from 'react';
import { Button, type ButtonProps } from '#components/elements/Button.tsx';
import { OverlayPanel, type OverlayPanelProps } from './OverlayPanel.tsx';

export interface FormPopupProps extends Omit<OverlayPanelProps, 'variant' | 'footer' | 'children'> {
  /** The button that submits, with its text. */
  readonly submit: ButtonProps;
  readonly form?: Omit<ComponentProps<'form'>, 'onSubmit'>;
  readonly above?: ReactNode;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  readonly children: ReactNode;
}

/** A popup with one form, whose button is in the footer. Forms around it, of which it is a child in React, see nothing. */
export function FormPopup({ submit, form, above, onSubmit, children, ...panel }: FormPopupProps) {
  const ownId = useId();
  const id = form?.id ?? ownId;
  return (
    <OverlayPanel
      size="sm"
      {...panel}
      variant="centered"
      footer={<Button variant="primary" {...submit} type="submit" form={id} />}
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
