import { spanLabel } from '#domain/logs/span.ts';
import { usePrerendered } from '#islands/use-prerendered.ts';
import { $span, $tokens, removeToken, setSpan } from '#stores/logs/query.ts';

function Token({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <li className="chip h-7 max-w-full gap-1 pr-0.5 text-xs max-sm:h-10">
      <bdi className="min-w-0 truncate" data-tooltip-clipped="">
        {label}
      </bdi>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        className="btn btn-square btn-ghost btn-xs max-sm:size-10"
        onClick={onRemove}
      >
        <span aria-hidden="true" className="icon-[ri--close-line] size-3.5" />
      </button>
    </li>
  );
}

/** The time span and the conditions that limit the list, each with a button that removes it. */
export function FilterTokens() {
  const span = usePrerendered($span, undefined);
  const tokens = usePrerendered($tokens, []);
  if (!span && tokens.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-1.5 px-4">
      {span && <Token label={spanLabel(span)} onRemove={() => setSpan(undefined)} />}
      {tokens.map((token) => (
        <Token key={token.rest} label={token.label} onRemove={() => removeToken(token)} />
      ))}
    </ul>
  );
}
