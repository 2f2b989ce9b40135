import { useEffect, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { countText, numberText } from '#domain/app/count-text.ts';
import { MAX_CHANGES } from '#domain/records/list-changes.ts';
import { usePrerendered } from '#islands/use-prerendered.ts';
import { $changeCount, applyChanges } from '#stores/records/list-changes.ts';

/** Pause after the last change before the number is announced, in ms. */
const QUIET = 1500;

function textOf(count: number): string {
  if (count >= MAX_CHANGES) return `${numberText(MAX_CHANGES)}+ changes`;
  return countText(count, 'change', 'changes');
}

/** The text after it has not changed for a while, so that a busy list does not interrupt a screen reader all the time. */
function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), text ? QUIET : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
}

/** The number of changes by others that the rows don't show, as a button that shows them. */
export function RecordsChanges() {
  const count = usePrerendered($changeCount, 0);
  const announced = useQuiet(count > 0 ? `${textOf(count)} elsewhere` : '');
  return (
    <>
      <span role="status" className="sr-only">
        {announced}
      </span>
      {count > 0 && (
        <Button
          icon="icon-[ri--loop-left-line]"
          className="shrink-0 text-primary"
          aria-label={textOf(count)}
          data-tooltip="Changed elsewhere. Show the current list."
          data-changes={count}
          onClick={() => void applyChanges()}
        >
          <span className="tabular-nums">
            {textOf(count).split(' ')[0]}
            <span className="@max-[40rem]:hidden"> {textOf(count).split(' ')[1]}</span>
          </span>
        </Button>
      )}
    </>
  );
}
