import { Sign } from '#components/elements/Sign.tsx';

/** Marks a field that no rule shows to users. */
export const HiddenSign = () => (
  <Sign label="Hidden from users" className="icon-[ri--lock-line] size-3.5 shrink-0 text-muted" />
);
