import { type ReactNode, useEffect, useState } from 'react';

export interface FilterNoteProps {
  /** The filter that was refused, or the text; undefined shows nothing. */
  readonly refused: string | undefined;
  /** What else than that it is not valid is said of it. */
  readonly said?: string | undefined;
  /** Finds out in a sentence what is wrong with it; undefined if that is not known. */
  readonly explain: (filter: string) => Promise<string | undefined>;
  /** What the list shows instead. */
  readonly children?: ReactNode;
}

/** The line below a search field whose text looks like a filter and is no valid one. */
export function FilterNote({ refused, said, explain, children }: FilterNoteProps) {
  const [found, setFound] = useState<{ readonly filter: string; readonly problem: string | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same filter has the same problem.
  useEffect(() => {
    if (refused === undefined) return;
    // Without its code, the note says that much at least.
    void explain(refused).then(
      (problem) => setFound({ filter: refused, problem }),
      () => undefined,
    );
  }, [refused]);

  return (
    <div role="status" className="text-xs text-muted" data-refusal="">
      {refused !== undefined && (
        <p className="flex items-start gap-1.5 pt-1.5">
          <span
            aria-hidden="true"
            className="mt-0.5 icon-[ri--information-line] size-3.5 shrink-0 text-warning"
          />
          <span className="min-w-0 wrap-anywhere">
            {said ?? 'This is not a valid filter.'} {found?.filter === refused && found.problem} {children}
          </span>
        </p>
      )}
    </div>
  );
}
