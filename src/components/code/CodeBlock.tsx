import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { Highlighted } from './Highlighted.tsx';
import type { CodeLanguage } from './highlight.ts';

export interface CodeBlockProps {
  readonly code: string;
  readonly language?: CodeLanguage | 'text';
  /** What the button copies, when the code shows only a part of it. */
  readonly copied?: string;
  readonly copyLabel: string;
  readonly className?: string;
}

/** Highlighted code with a copy button. Long lines wrap instead of scrolling sideways. */
export function CodeBlock(props: CodeBlockProps) {
  const { code, language = 'javascript', copied = code, copyLabel, className = '' } = props;
  return (
    <div
      className={`relative rounded-box border border-base-300 bg-base-200 ${className}`}
      data-code={language}
    >
      <pre className="py-2.5 pr-10 pl-3 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
        <code>{language === 'text' ? code : <Highlighted code={code} language={language} />}</code>
      </pre>
      <CopyIcon className="absolute top-1.5 right-1.5 max-sm:my-0" value={copied} label={copyLabel} />
    </div>
  );
}
