import { ChoiceField, type ChoiceProps } from './ChoiceField.tsx';

/** A switch with its label next to it. */
export function Toggle(props: ChoiceProps) {
  return <ChoiceField {...props} isSwitch control="toggle toggle-sm checked:toggle-primary" />;
}
