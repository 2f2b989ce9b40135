import { type KeyboardEvent, memo, useMemo, useRef } from 'react';
import { useIsNear } from '#components/hooks/use-is-near.ts';
import { latinKey } from '#domain/app/key-press.ts';
import { Highlighted } from './Highlighted.tsx';
import type { CodeLanguage } from './highlight.ts';

/** Lines of one chunk: the browser lays out and colours a chunk at once. */
const CHUNK_LINES = 100;
/** Height of a line, in px; `leading-5` below. */
const LINE_HEIGHT = 20;
/** Distance from the visible part at which a chunk is coloured, in px. */
const AHEAD = 600;

const CHUNK = new RegExp(`(?:.*\\n){1,${CHUNK_LINES}}|.+$`, 'g');

const Chunk = memo(({ code, language }: { readonly code: string; readonly language: CodeLanguage }) => {
  const element = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(element, AHEAD);
  const lines = code.split('\n').length - 1;
  return (
    <span
      ref={element}
      className="block [content-visibility:auto]"
      style={{ containIntrinsicHeight: `auto ${lines * LINE_HEIGHT}px` }}
    >
      {isNear ? <Highlighted code={code} language={language} /> : code}
    </span>
  );
});

export interface LongCodeProps {
  /** Tokens must end with their line, as in JSON: each chunk of lines is coloured on its own. */
  readonly code: string;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly className?: string;
}

/** Read-only code of any length, of which only the visible lines cost time. Ctrl+A inside selects only the code. */
export function LongCode({ code, language, label, className = '' }: LongCodeProps) {
  const box = useRef<HTMLPreElement>(null);
  const chunks = useMemo(() => code.match(CHUNK) ?? [], [code]);

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || latinKey(event) !== 'a' || !box.current) return;
    event.preventDefault();
    getSelection()?.selectAllChildren(box.current);
  }

  return (
    <pre
      ref={box}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the box and selects its text.
      tabIndex={0}
      className={`overflow-auto px-3 py-2.5 font-mono text-xs leading-5 whitespace-pre-wrap outline-offset-[-2px] wrap-anywhere ${className}`}
      onKeyDown={onKeyDown}
    >
      <code>
        {chunks.map((chunk, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: chunks have no identity other than their position.
          <Chunk key={index} code={chunk} language={language} />
        ))}
      </code>
    </pre>
  );
}
