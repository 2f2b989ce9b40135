import type { ReactNode } from 'react';
import { TIME_PRESETS } from '#domain/logs/span.ts';
import { usePrerendered } from '#islands/island.tsx';
import { $span, setSpan } from '#stores/logs/query.ts';

interface ChoiceProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

export function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={`btn btn-xs h-6 px-2 text-xs font-medium max-sm:h-10 max-sm:min-w-10 ${isChosen ? 'bg-base-300' : 'btn-ghost text-muted'}`}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

/** Buttons that limit the list to the last minutes, hours or days; the pressed one removes the limit. */
export function TimePresets() {
  const span = usePrerendered($span, undefined);
  const active = span?.kind === 'last' ? span.id : undefined;
  return (
    <div role="group" aria-label="Time span" className="flex">
      {TIME_PRESETS.map(({ id, label }) => (
        <Choice
          key={id}
          isChosen={id === active}
          onChoose={() => setSpan(id === active ? undefined : { kind: 'last', id })}
        >
          {label}
        </Choice>
      ))}
    </div>
  );
}
