import { TextInput } from '../../../../../components/form/TextInput.tsx';
import type { OptionProps } from './option-props.ts';

/** Characters of `yyyy-MM-dd HH:mm:ss`; the backend adds fractions and a Z (FO-05). */
const DATE_LENGTH = 19;

/** Earliest and latest date, in UTC (FO-05). */
export function DateOptions({ options, errors, set }: OptionProps) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      {(['min', 'max'] as const).map((name) => {
        const value = options[name];
        return (
          <TextInput
            key={name}
            label={name === 'min' ? 'Min date (UTC)' : 'Max date (UTC)'}
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={DATE_LENGTH}
            placeholder="yyyy-MM-dd HH:mm:ss"
            error={errors[`options.${name}`]}
            value={typeof value === 'string' ? value.slice(0, DATE_LENGTH) : ''}
            onChange={(text) => set(name, text)}
          />
        );
      })}
    </div>
  );
}
