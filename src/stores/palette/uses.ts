import { COMMAND_USES_KEY } from '#domain/app/later-keys.ts';
import { addUse, type CommandUses, parseUses } from '#domain/palette/commands.ts';
import { createPreference, jsonUnlessEmpty } from '#stores/base/create-preference.ts';

const { $value, update } = createPreference<CommandUses>({
  key: COMMAND_USES_KEY,
  initial: {},
  decode: parseUses,
  encode: jsonUnlessEmpty,
});

/** How often and when commands were used, remembered on this device. */
export const $uses = $value;

/** Counts a use. Records are not remembered: their ids say which data somebody has read. */
export function noteUse(id: string): void {
  if (!id.startsWith('record:')) update((stored) => addUse(stored, id, Date.now()));
}
