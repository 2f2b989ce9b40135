import { confirm } from '#stores/app/confirm.ts';
import { Declined } from './create-form.ts';

/** What another administrator has stored meanwhile in a field that was edited here too. */
export interface ForeignChange {
  readonly path: string;
  readonly label: string;
  /** The end of a sentence, such as 'changed this to “Acme”'. */
  readonly change: string;
}

/**
 * Asks before a save replaces what another administrator has stored. Throws {@link Declined} after 'No', and passes the
 * messages for the fields to `setErrors` before.
 */
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
