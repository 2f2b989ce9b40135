import { countText, numberText, recordCount } from '#domain/app/count-text.ts';

export interface ExportOutcome {
  readonly written: number;
  /** Of the backend, at the beginning and at the end; undefined if it could not be read. */
  readonly before: number;
  readonly after: number | undefined;
  /** Records that were exported by id; undefined for all records of a filter. */
  readonly selected?: number | undefined;
  /** Selected records that do not exist any more. */
  readonly missing: number;
  readonly files?: { readonly written: number; readonly failed: number } | undefined;
}

const was = (count: number) => countText(count, 'was', 'were');

function differenceText({ written, before, after, selected, missing }: ExportOutcome): string {
  if (selected !== undefined)
    return missing === 0
      ? ''
      : ` ${was(missing)} deleted meanwhile: ${recordCount(selected)} had been selected.`;
  if (after === undefined) return ' The backend’s own count could not be read afterwards.';
  if (before === after && written === after) return '';
  return ` The backend had ${recordCount(before)} when the export began and ${recordCount(after)} when it ended, because others were created, changed or deleted meanwhile.`;
}

function filesText({ files }: ExportOutcome): string {
  if (!files) return '';
  const written = countText(files.written, 'file', 'files');
  if (!files.failed) return ` With ${written}.`;
  return ` With ${written}; ${numberText(files.failed)} could not be fetched, see errors.txt in the zip.`;
}

/** `Exported 20,000 records.`, and where counts differ, how. */
export const exportResult = (outcome: ExportOutcome): string =>
  `Exported ${recordCount(outcome.written)}.${differenceText(outcome)}${filesText(outcome)}`;
