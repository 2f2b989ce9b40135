import { Sign } from '#components/feedback/ErrorIndicator.tsx';

/** Marks a field that no rule shows to users. */
export const HiddenSign = () => (
  <Sign label="Hidden from users" className="icon-[ri--eye-off-line] size-3.5 shrink-0 text-muted" />
);
