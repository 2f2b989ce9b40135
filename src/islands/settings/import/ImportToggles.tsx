import { Toggle } from '#components/form/Toggle.tsx';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import { $deleteMissing, $isImporting, $merge, setDeleteMissing, setMerge } from '#stores/settings/import.ts';

function deletionHelp(merge: boolean, deleteMissing: boolean): string {
  if (!deleteMissing) return 'Nothing is deleted.';
  const deleted = merge ? 'Fields' : 'Collections and fields';
  return `${deleted} that the configuration omits are deleted, with their data.`;
}

/** What the import does with collections and fields that its text omits. */
export function ImportToggles() {
  const merge = useInitial($merge);
  const deleteMissing = useInitial($deleteMissing);
  const isImporting = useInitial($isImporting);
  return (
    <div className="mb-3 flex flex-col gap-1.5">
      <Toggle
        label={IMPORT_TEXTS.merge}
        help="Keeps collections that the configuration omits."
        checked={merge}
        disabled={isImporting}
        onChange={setMerge}
      />
      <Toggle
        label={IMPORT_TEXTS.deleteMissing}
        help={deletionHelp(merge, deleteMissing)}
        checked={deleteMissing}
        disabled={isImporting}
        onChange={setDeleteMissing}
      />
    </div>
  );
}
