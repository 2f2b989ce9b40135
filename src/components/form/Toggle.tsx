import { ChoiceField, type ChoiceProps } from './ChoiceField.tsx';

/** A switch that is on or off, with its text beside it. */
export function Toggle(props: ChoiceProps) {
  return <ChoiceField {...props} isSwitch control="toggle toggle-sm checked:toggle-primary" />;
}
