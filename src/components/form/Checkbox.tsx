import { ChoiceField, type ChoiceProps } from './ChoiceField.tsx';

/** Props of {@link Checkbox}. */
export interface CheckboxProps extends ChoiceProps {
  /** Neither on nor off, as a select-all with a part selected. */
  readonly indeterminate?: boolean;
}

/** A tick box with its text beside it, or for screen readers only with `labelHidden`. */
export function Checkbox(props: CheckboxProps) {
  return <ChoiceField {...props} control="checkbox checkbox-sm checked:checkbox-primary" />;
}
