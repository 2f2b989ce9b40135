import { type ReactNode, useEffect, useState } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
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

/** Props of {@link CodeBlock}. */
export interface CodeBlockProps {
  readonly code: string;
  /** Defaults to JavaScript (DC-12); `text` is not highlighted. */
  readonly language?: CodeLanguage | 'text';
  /** What the button copies, when the code shows only a part of it. */
  readonly copied?: string;
  /** Accessible name of the copy button. */
  readonly copyLabel?: string;
  readonly className?: string;
}

/** Highlighted code with a copy button. Long lines wrap instead of scrolling sideways. */
export function CodeBlock({
  code,
  language = 'javascript',
  copied = code,
  copyLabel = 'Copy code',
  className = '',
}: CodeBlockProps) {
  const highlight = useHighlight();
  return (
    <div
      className={`relative rounded-box border border-base-300 bg-base-200 ${className}`}
      data-code={language}
    >
      <pre className="py-2.5 pr-10 pl-3 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
        <code>{highlight && language !== 'text' ? renderParts(highlight(code, language)) : code}</code>
      </pre>
      <CopyIcon className="absolute top-1.5 right-1.5 max-sm:my-0" value={copied} label={copyLabel} />
    </div>
  );
}
