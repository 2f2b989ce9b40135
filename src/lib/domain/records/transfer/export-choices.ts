import { flag, members, oneOf, parseJson } from '#domain/app/lenient.ts';

export const exportFormats = ['csv', 'json', 'ndjson'] as const;
export const separators = [',', ';', '\t'] as const;

/** How records are exported; remembered on this device. */
export interface ExportChoices {
  readonly format: (typeof exportFormats)[number];
  readonly columns: 'visible' | 'all';
  /** Ids of related records, or their presentable texts. */
  readonly relations: 'ids' | 'texts';
  /** Between the cells of a CSV file. */
  readonly separator: (typeof separators)[number];
  /** Begins a CSV file with a byte order mark. */
  readonly hasBom: boolean;
  /** Writes cells of a CSV file so that no spreadsheet runs them as formulas. */
  readonly escapesFormulas: boolean;
  /** Exports the files too: all of it as a zip. */
  readonly hasFiles: boolean;
}

/** Reads choices from stored JSON; what is missing or invalid gets its default. */
export function parseExportChoices(text: string): ExportChoices {
  const from = members(parseJson(text));
  return {
    format: oneOf(from['format'], exportFormats, 'csv'),
    columns: oneOf(from['columns'], ['visible', 'all'], 'all'),
    relations: oneOf(from['relations'], ['ids', 'texts'], 'ids'),
    separator: oneOf(from['separator'], separators, ','),
    hasBom: flag(from['hasBom']),
    escapesFormulas: flag(from['escapesFormulas']),
    hasFiles: flag(from['hasFiles']),
  };
}
