import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { countText } from '#domain/app/count-text.ts';
import { firstNames } from '#domain/app/first-names.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

/** Says which files of the original an unsaved copy does not have, and offers to copy them. */
export function CopyNote({ panel }: { readonly panel: RecordPanel }) {
  const uncopied = useStore(panel.$uncopied);
  if (!uncopied) return null;
  const { names, progress, problem } = uncopied;
  const without = `This copy is without ${countText(names.length, 'file', 'files')} of the original: ${firstNames(names)}.`;
  const text = progress
    ? `Copying the files: ${progress.done} of ${progress.total}`
    : names.length && without;
  return (
    <Callout
      kind={problem ? 'warning' : 'info'}
      className="mb-3 whitespace-pre-line [overflow-wrap:anywhere]"
      role="status"
      actions={
        progress ? (
          <Button onClick={panel.stopWaiting}>Stop</Button>
        ) : (
          names.length > 0 && <Button onClick={() => void panel.copyFiles()}>Copy the files</Button>
        )
      }
    >
      {[problem, text].filter(Boolean).join('\n')}
    </Callout>
  );
}
