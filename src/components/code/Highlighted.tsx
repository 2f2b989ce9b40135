import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { CodeLanguage, CodePart } from './highlight.ts';

type Highlight = typeof import('./highlight.ts').highlight;
let loaded: Highlight | undefined;

/** The highlighter once it is loaded. Until then, or when loading fails, the code is shown plain. */
function useHighlight(): Highlight | undefined {
  const [highlight, setHighlight] = useState(() => loaded);
  useEffect(() => {
    if (highlight) return;
    let current = true;
    import('./highlight.ts').then(
      (module) => {
        loaded = module.highlight;
        if (current) setHighlight(() => module.highlight);
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, [highlight]);
  return highlight;
}

function renderParts(parts: readonly CodePart[]): ReactNode {
  return parts.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity other than their position.
      <span key={index} className={part.className}>
        {renderParts(part.parts)}
      </span>
    ),
  );
}

/** Code in the colours of its tokens, for use inside a `<code>` element. */
export function Highlighted({ code, language }: { readonly code: string; readonly language: CodeLanguage }) {
  const highlight = useHighlight();
  return useMemo(
    () => (highlight ? renderParts(highlight(code, language)) : code),
    [highlight, code, language],
  );
}
