import { ChoiceField, type ChoiceProps } from './ChoiceField.tsx';

export interface CheckboxProps extends ChoiceProps {
  /** Neither on nor off, e.g. a select-all checkbox while some rows are selected. */
  readonly indeterminate?: boolean;
}

/** A checkbox with its label next to it, or only for screen readers with `labelHidden`. */
export function Checkbox(props: CheckboxProps) {
  return <ChoiceField {...props} control="checkbox checkbox-sm checked:checkbox-primary" />;
}
