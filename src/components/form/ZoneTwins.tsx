import type { Twin } from '#domain/app/date.ts';
import { RadioGroup } from './RadioGroup.tsx';

export interface ZoneTwinsProps {
  readonly name: string;
  readonly value: string;
  readonly twins: readonly Twin[];
  readonly onChange: (value: string) => void;
}

/** Asks which of two dates is meant: where a clock is set back, it shows both in the same way. */
export default function ZoneTwins({ name, value, twins, onChange }: ZoneTwinsProps) {
  return (
    <div className="pt-1">
      <RadioGroup
        label={`${name} comes twice: the clock is set back. Which one?`}
        options={twins}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
