import type { ImportStep } from '#stores/records/import/import.ts';

const TITLES: Readonly<Record<ImportStep, string>> = {
  file: 'File',
  columns: 'Columns',
  check: 'Check',
  run: 'Import',
};
const STEPS = Object.entries(TITLES);

/** Where the import is. */
export function Steps({ step }: { readonly step: ImportStep }) {
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {STEPS.map(([id, title], at) => (
        <li
          key={id}
          aria-current={id === step ? 'step' : undefined}
          className={id === step ? 'font-medium' : 'text-muted'}
        >
          <span className="tabular-nums">{at + 1}.</span> {title}
        </li>
      ))}
    </ol>
  );
}
