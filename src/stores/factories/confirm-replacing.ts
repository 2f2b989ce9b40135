import type { SettingField, SettingValue } from '#domain/app/settings-fields.ts';
import { confirm } from '#stores/app/confirm.ts';
import { Declined } from './create-form.ts';

/** What another administrator has stored meanwhile in a field that was edited here too. */
export interface ForeignChange {
  readonly path: string;
  readonly label: string;
  /** The end of a sentence, such as 'changed this to “Acme”'. */
  readonly change: string;
}

/** Length of a value that is quoted in a question. */
const MAX_QUOTED = 40;
/** Line breaks, and invisible characters that may reverse or hide the rest of a question. */
const UNQUOTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

function quote(value: SettingValue): string | undefined {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const shown = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  if (shown === '') return 'empty';
  return shown.length > MAX_QUOTED || UNQUOTABLE.test(shown) ? undefined : `“${shown}”`;
}

/** What another administrator stored in a field, as the end of a sentence: 'changed this to “Acme”'. */
export function describeChange(field: SettingField, value: SettingValue): string {
  const isNamed =
    !field.isSecret && !(Array.isArray(value) && value.some((item) => typeof item !== 'string'));
  const quoted = isNamed ? quote(value) : undefined;
  return quoted ? `changed this to ${quoted}` : 'changed this too';
}

/** Asks before a save replaces what others have stored; after 'No' it sets the messages and throws Declined. */
export async function confirmReplacing(
  changes: readonly ForeignChange[],
  signal: AbortSignal,
  setErrors: (errors: Readonly<Record<string, string>>) => void,
): Promise<void> {
  if (!changes.length) return;
  const sentences = changes.map(({ path, label, change }) => ({
    path,
    label,
    text: `Another administrator ${change}.`,
  }));
  const lines = sentences.map(({ label, text }) => `- ${label}: ${text}`);
  const question = `${lines.join('\n')}\n\nDo you really want to replace this?`;
  if (await confirm(question, { signal })) return;
  signal.throwIfAborted();
  setErrors(
    Object.fromEntries(sentences.map(({ path, text }) => [path, `${text} Saving again replaces it.`])),
  );
  throw new Declined();
}
