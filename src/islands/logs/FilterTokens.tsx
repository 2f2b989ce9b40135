import { use } from 'react';
import { Token } from '#components/elements/Token.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { spanLabel } from '#domain/logs/span.ts';
import { usePrerendered } from '#islands/use-prerendered.ts';
import { $span, $tokens, removeToken, setSpan } from '#stores/logs/query.ts';

/** The time span and the conditions that limit the list, each with a button that removes it. */
export function FilterTokens() {
  const span = usePrerendered($span, undefined);
  const zone = use(ZoneContext);
  const tokens = usePrerendered($tokens, []);
  if (!span && tokens.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-1.5 px-4">
      {span && <Token label={spanLabel(span, zone)} onRemove={() => setSpan(undefined)} />}
      {tokens.map((token) => (
        <Token key={token.rest} label={token.label} onRemove={() => removeToken(token)} />
      ))}
    </ul>
  );
}
