import type { ReactNode } from 'react';
import { ScrolledValue } from '#components/elements/ScrolledValue.tsx';
import type { Side } from '#domain/model/parts.ts';

const TITLES = { mine: 'Mine', theirs: 'Theirs' } as const;
const SIDES = ['mine', 'theirs'] as const;

export interface SideChoiceProps {
  readonly label: string;
  /** Name of the radio group, unique on the page. */
  readonly name: string;
  readonly chosen: Side | undefined;
  readonly onChoose: (side: Side) => void;
  readonly value: (side: Side) => ReactNode;
}

/** Lets the user choose between two conflicting changes, shown side by side. */
export function SideChoice({ label, name, chosen, onChoose, value }: SideChoiceProps) {
  return (
    <fieldset className="pb-4">
      <legend className="pb-1 text-sm font-medium wrap-anywhere">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {SIDES.map((side) => {
          const sideLabel = `${TITLES[side]}: ${label}`;
          return (
            <label
              key={side}
              className={`flex min-w-0 cursor-pointer flex-col gap-1 rounded-box border p-2 ${chosen === side ? 'border-primary bg-selected' : 'border-base-300'}`}
            >
              <span className="flex items-center gap-2 text-sm font-medium">
                <input
                  type="radio"
                  className="size-4 accent-primary"
                  name={name}
                  aria-label={sideLabel}
                  checked={chosen === side}
                  onChange={() => onChoose(side)}
                />
                {TITLES[side]}
              </span>
              <ScrolledValue label={`Value of ${sideLabel}`}>{value(side)}</ScrolledValue>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
