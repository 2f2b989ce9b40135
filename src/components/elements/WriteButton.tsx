import { READ_ONLY_NOTE, useReadOnly } from '#components/hooks/use-read-only.ts';
import { Button, type ButtonProps } from './Button.tsx';

/** A button that changes something at the backend: while that is refused, it ignores presses and says why. */
export function WriteButton({ className = '', ...props }: ButtonProps) {
  if (!useReadOnly()) return <Button {...props} className={className} />;
  // Else no pointer would show its tooltip.
  const refused = { 'aria-disabled': true, className: `${className} pointer-events-auto cursor-default` };
  return <Button {...props} {...refused} data-tooltip={READ_ONLY_NOTE} />;
}
