import { useStore } from '@nanostores/react';
import { Toolbar } from '#components/elements/Toolbar.tsx';
import { RISK_LABELS, risks } from '#domain/access/risks.ts';
import { numberText } from '#domain/app/count-text.ts';
import { $riskCounts, $risks, toggleRisk } from '#stores/access/page.ts';

/** Toggles with the number of collections that have each risk; without any, all collections are listed. */
export function RiskChips() {
  const counts = useStore($riskCounts);
  const chosen = useStore($risks);
  return (
    <Toolbar label="Only collections with" className="flex flex-wrap gap-1 px-4 pb-2">
      {risks.map((risk) => {
        const isChosen = chosen.includes(risk);
        return (
          <button
            key={risk}
            type="button"
            aria-pressed={isChosen}
            className={`btn btn-xs h-7 gap-1.5 px-2 text-xs font-medium tabular-nums max-sm:h-10 ${isChosen ? 'bg-base-300' : 'btn-ghost border-line'} ${counts[risk] ? '' : 'text-muted'}`}
            onClick={() => toggleRisk(risk)}
          >
            {RISK_LABELS[risk]} <span className="text-muted">{numberText(counts[risk] ?? 0)}</span>
          </button>
        );
      })}
    </Toolbar>
  );
}
