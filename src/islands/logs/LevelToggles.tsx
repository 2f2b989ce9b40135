import { numberText } from '#domain/app/count-text.ts';
import { LEVEL_BANDS, type LevelBand, sumOf } from '#domain/logs/levels.ts';
import { useInitial, usePrerendered } from '#islands/island.tsx';
import { $levelHours } from '#stores/logs/levels.ts';
import { $levels, toggleLevels } from '#stores/logs/query.ts';

const DOTS: Readonly<Record<LevelBand, string>> = {
  error: 'bg-error',
  warn: 'bg-warning',
  info: 'bg-info',
  debug: 'bg-muted',
};

export default function LevelToggles() {
  const hours = useInitial($levelHours);
  const chosen = usePrerendered($levels, []);
  return (
    <div role="group" aria-label="Levels" className="flex flex-wrap">
      {LEVEL_BANDS.map(({ id, one, many }) => {
        const count = hours && sumOf(hours[id]);
        const isChosen = chosen.includes(id);
        // Few backends log this level.
        if (id === 'debug' && !count && !isChosen) return null;
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isChosen}
            className={`btn btn-xs h-6 gap-1.5 px-2 text-xs font-medium tabular-nums max-sm:h-10 max-sm:min-w-10 max-sm:px-1.5 ${isChosen ? 'bg-base-300' : 'btn-ghost text-muted'}`}
            onClick={() => toggleLevels(id)}
          >
            <span aria-hidden="true" className={`size-1.5 shrink-0 rounded-full ${DOTS[id]}`} />
            {count !== undefined && `${numberText(count)} `}
            {count === 1 ? one : many}
          </button>
        );
      })}
    </div>
  );
}
