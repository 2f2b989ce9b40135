import type { ComponentProps } from 'react';

/** An icon or a dot that says something by itself: its label is its tooltip, too. */
export const Sign = ({ label, ...rest }: ComponentProps<'span'> & { readonly label: string }) => (
  <span {...rest} role="img" aria-label={label} data-tooltip={label} />
);

/** Marks a part that contains fields with errors of the backend. */
export const ErrorIndicator = () => (
  <Sign label="Has errors" className="icon-[ri--error-warning-fill] size-4 shrink-0 text-error" />
);
