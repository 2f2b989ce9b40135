import { type ReactNode, useEffect, useState } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import type { CodeLanguage, CodePart } from './highlight.ts';

type Highlighter = typeof import('./highlight.ts');
let loaded: Highlighter | undefined;

/** The highlighter, once it is here. Without it the code is plain, which is no reason to fail. */
function useHighlighter(): Highlighter | undefined {
  const [highlighter, setHighlighter] = useState(loaded);
  useEffect(() => {
    if (highlighter) return;
    let current = true;
    import('./highlight.ts').then(
      (module) => {
        loaded = module;
        if (current) setHighlighter(module);
      },
      () => {},
    );
    return () => {
      current = false;
    };
  }, [highlighter]);
  return highlighter;
}

function draw(parts: readonly CodePart[]): ReactNode {
  return parts.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name than their place.
      <span key={index} className={part.className}>
        {draw(part.parts)}
      </span>
    ),
  );
}

/** Props of {@link CodeBlock}. */
export interface CodeBlockProps {
  readonly code: string;
  /** JavaScript unless said otherwise (DC-12). */
  readonly language?: CodeLanguage;
  /** Name of the copy button: what is copied. */
  readonly copyLabel?: string;
  readonly className?: string;
}

/** Highlighted code that can be read, selected and copied. Long lines wrap: nothing scrolls sideways. */
export function CodeBlock({
  code,
  language = 'javascript',
  copyLabel = 'Copy code',
  className = '',
}: CodeBlockProps) {
  const highlighter = useHighlighter();
  return (
    <div
      className={`relative rounded-box border border-base-300 bg-base-200 ${className}`}
      data-code={language}
    >
      <pre className="py-2.5 pr-10 pl-3 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
        <code>{highlighter ? draw(highlighter.highlight(code, language)) : code}</code>
      </pre>
      <CopyIcon className="absolute top-1.5 right-1.5 max-sm:my-0" value={code} label={copyLabel} />
    </div>
  );
}
