import { DateInput } from '#components/form/DateInput.tsx';
import { type OptionProps, optionInputs } from './option-props.ts';

/** A picked day is included completely: from its first second for the minimum, to its last for the maximum. */
const BOUNDS = [
  { option: 'min', name: 'Min date', time: '00:00:00' },
  { option: 'max', name: 'Max date', time: '23:59:59' },
] as const;

/** Earliest and latest date, in UTC. The backend adds milliseconds and a Z. */
export function DateOptions(props: OptionProps) {
  const { text } = optionInputs(props);
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      {BOUNDS.map(({ option, name, time }) => (
        <DateInput key={option} name={name} time={time} {...text(option)} />
      ))}
    </div>
  );
}
