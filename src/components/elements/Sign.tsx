import type { ComponentProps } from 'react';

/** An icon or a dot that says something by itself: its label is its tooltip, too. */
export const Sign = ({ label, ...rest }: ComponentProps<'span'> & { readonly label: string }) => (
  <span {...rest} role="img" aria-label={label} data-tooltip={label} />
);
