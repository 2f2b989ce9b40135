import { saveJsonFile } from '#browser/save-file.ts';
import { Button } from '#components/elements/Button.tsx';
import { SelectedCount, SelectionBar } from '#components/table/SelectionBar.tsx';
import { logsFileName, logsFileText } from '#domain/logs/file-names.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import { $selectedLogs, clearSelection, selectedLogs } from '#stores/logs/list.ts';

function download() {
  const logs = selectedLogs();
  saveJsonFile(logsFileName(logs), logsFileText(logs));
}

/** Actions for the selected entries. */
export function LogsSelection() {
  const count = useInitial($selectedLogs).size;
  return (
    <SelectionBar shown={count > 0} onReset={clearSelection}>
      <SelectedCount count={count} nouns={['log', 'logs']} onReset={clearSelection} />
      <Button variant="primary" icon="icon-[ri--download-line]" onClick={download}>
        Download as JSON
      </Button>
    </SelectionBar>
  );
}
