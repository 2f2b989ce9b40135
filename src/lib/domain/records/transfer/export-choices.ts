import { flag, members, oneOf, parseJson } from '#domain/app/lenient.ts';

export const exportFormats = ['csv', 'json', 'ndjson'] as const;
export const separators = [',', ';', '\t'] as const;

/** Remembered on this device. */
export interface ExportChoices {
  readonly format: (typeof exportFormats)[number];
  readonly columns: 'visible' | 'all';
  /** Or presentable texts of related records. */
  readonly relations: 'ids' | 'texts';
  readonly separator: (typeof separators)[number];
  /** A CSV file begins with a byte order mark. */
  readonly hasBom: boolean;
  /** No spreadsheet runs cells of a CSV file as formulas. */
  readonly escapesFormulas: boolean;
  readonly hasFiles: boolean;
}

/** Of stored JSON; what is missing or invalid gets its default. */
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
