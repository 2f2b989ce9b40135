import { TIME_PRESETS } from '#domain/logs/time-presets.ts';
import { usePrerendered } from '#islands/use-prerendered.ts';
import { $span, setSpan } from '#stores/logs/query.ts';

/** Buttons that limit the list to the last minutes, hours or days; the pressed one removes the limit. */
export function TimePresets() {
  const span = usePrerendered($span, undefined);
  const active = span?.kind === 'last' ? span.id : undefined;
  return (
    <div role="group" aria-label="Time span" className="flex">
      {TIME_PRESETS.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === active}
          className={`btn btn-xs h-6 px-2 text-xs font-medium max-sm:h-10 max-sm:min-w-10 ${id === active ? 'bg-base-300' : 'btn-ghost text-muted'}`}
          onClick={() => setSpan(id === active ? undefined : { kind: 'last', id })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
