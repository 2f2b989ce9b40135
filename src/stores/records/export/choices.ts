import { EXPORT_KEY } from '#domain/app/storage-keys.ts';
import { type ExportChoices, parseExportChoices } from '#domain/records/transfer/export-choices.ts';
import { createPreference } from '#stores/base/create-preference.ts';

const preference = createPreference<ExportChoices>({
  key: EXPORT_KEY,
  initial: parseExportChoices(''),
  decode: parseExportChoices,
  encode: JSON.stringify,
});

/** How records were exported last, on this device. */
export const { $value: $exportChoices } = preference;

export function chooseExport(changed: Partial<ExportChoices>): void {
  preference.update((stored) => ({ ...stored, ...changed }));
}
