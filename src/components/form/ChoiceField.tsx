import { use, useId } from 'react';
import { REQUIRED_MARK } from '#components/elements/control-class.ts';
import { errorText, FieldHelp, FieldMark, type FieldOptions, InfoIcon } from './Field.tsx';

interface ChoiceProps extends Omit<FieldOptions, 'aside'> {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly name?: string;
  readonly disabled?: boolean;
}

interface CheckboxProps extends ChoiceProps {
  /** Neither on nor off, e.g. a select-all checkbox while some rows are selected. */
  readonly indeterminate?: boolean;
}

interface ChoiceFieldProps extends CheckboxProps {
  readonly control: string;
  readonly isSwitch?: boolean;
}

function ChoiceField(props: ChoiceFieldProps) {
  const { label, icon, checked, onChange, name, disabled, required, error, info } = props;
  const { className = '', control, indeterminate = false, isSwitch } = props;
  const help = props.help ?? use(FieldHelp);
  const id = useId();
  const noteId = `${id}-note`;
  const message = errorText(error);
  return (
    <div className={className}>
      <div className="flex min-h-8 items-center gap-2 max-sm:min-h-10">
        <input
          ref={(input) => {
            if (input) input.indeterminate = indeterminate;
          }}
          id={id}
          type="checkbox"
          role={isSwitch ? 'switch' : undefined}
          className={control}
          name={name}
          checked={checked}
          disabled={disabled}
          required={required}
          aria-invalid={message ? true : undefined}
          aria-describedby={message || help ? noteId : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {icon && <span aria-hidden="true" className={`${icon} size-4 shrink-0 text-muted`} />}
        <label
          htmlFor={id}
          className={`min-w-0 text-sm [overflow-wrap:anywhere] max-sm:py-2.5 ${disabled ? '' : 'cursor-pointer'} ${required ? REQUIRED_MARK : ''}`}
        >
          {label}
        </label>
        {info && <InfoIcon text={info} />}
        {use(FieldMark)}
      </div>
      {(message || help) && (
        <div id={noteId} aria-live="polite" className="text-xs leading-4">
          <span className={message ? 'text-error' : 'text-muted'}>{message ?? help}</span>
        </div>
      )}
    </div>
  );
}

/** A checkbox with its label next to it. */
export function Checkbox(props: CheckboxProps) {
  return <ChoiceField {...props} control="checkbox checkbox-sm checked:checkbox-primary" />;
}

/** A switch with its label next to it: filled with a solid knob when on, an outline with a hollow one when off. */
export function Toggle(props: ChoiceProps) {
  return <ChoiceField {...props} isSwitch control="toggle toggle-sm" />;
}
