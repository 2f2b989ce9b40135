import { Sign } from '#components/elements/Sign.tsx';

/** Marks a part that contains fields with errors of the backend. */
export const ErrorIndicator = () => (
  <Sign label="Has errors" className="icon-[ri--error-warning-line] size-4 shrink-0 text-error" />
);
