import type { Prose } from '#domain/docs/doc.ts';

/** A sentence; text between backticks is shown as code. */
export function ProseText({ text }: { readonly text: Prose }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no key other than their position.
      <code key={index} className="rounded-selector bg-base-200 px-1 font-mono text-xs wrap-anywhere">
        {part}
      </code>
    ),
  );
}
