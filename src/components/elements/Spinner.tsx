export interface SpinnerProps {
  /** The running action, for screen readers; without it the spinner is decorative. */
  readonly label?: string;
  readonly className?: string;
}

/** A spinner of the size of the surrounding text. */
export function Spinner({ label, className = '' }: SpinnerProps) {
  const ring = `icon-[ri--loader-4-line] size-[1.2em] shrink-0 animate-spin ${className}`;
  if (!label) return <span className={ring} aria-hidden="true" />;
  return (
    <span role="status" className="inline-flex items-center">
      <span className={ring} aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
