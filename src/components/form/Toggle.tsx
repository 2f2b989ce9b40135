import { ChoiceField, type ChoiceProps } from './ChoiceField.tsx';

/** A switch with its label next to it: filled with a solid knob when on, an outline with a hollow one when off. */
export function Toggle(props: ChoiceProps) {
  return <ChoiceField {...props} isSwitch control="toggle toggle-sm" />;
}
