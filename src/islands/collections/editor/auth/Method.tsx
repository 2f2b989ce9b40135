import type { ReactNode } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { ErrorIndicator } from '#components/feedback/ErrorIndicator.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { type OptionValues, optionInputs } from '#islands/field-types/options/option-parts.tsx';

interface MethodProps extends OptionValues {
  readonly title: string;
  readonly icon: string;
  /** Of the accordions with the same name only one is open. */
  readonly group: string;
  readonly option: string;
  /** Options that belong to the method, or what their paths begin with. */
  readonly parts?: readonly string[];
  /** Why it can't be switched. */
  readonly fixed?: string | undefined;
  /** In place of setting the option. */
  readonly onSwitch?: ((isOn: boolean) => void) | undefined;
  /** Whether its content stays while it is off. */
  readonly isKeptShown?: boolean;
  readonly children?: ReactNode;
}

/** A sign-in method, with its content while it is enabled. */
export function Method(props: MethodProps) {
  const { title, icon, group, option, parts = [], fixed, onSwitch, isKeptShown, children, ...values } = props;
  const toggle = optionInputs(values).toggle(option);
  const isOn = toggle.checked;
  const hasErrors = Object.keys(values.errors).some((name) =>
    [option, ...parts].some((part) => name === part || name.startsWith(`${part}.`)),
  );
  return (
    <Accordion
      title={title}
      icon={icon}
      name={group}
      aside={
        <>
          {hasErrors && <ErrorIndicator />}
          <span
            className={`rounded-selector px-1.5 text-xs ${isOn ? 'bg-success/15 text-base-content' : 'bg-tint text-muted'}`}
          >
            {isOn ? 'Enabled' : 'Disabled'}
          </span>
        </>
      }
    >
      <Toggle
        label="Enable"
        {...toggle}
        {...(onSwitch && { onChange: onSwitch })}
        disabled={fixed !== undefined}
        help={fixed}
      />
      {(isOn || isKeptShown) && children}
    </Accordion>
  );
}
