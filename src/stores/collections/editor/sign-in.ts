/* What the editor does with how people sign in to one collection. */
import { loadSettings } from '#api/app/settings.ts';
import { listProviders } from '#api/collections/providers.ts';
import { randomIndexName } from '#domain/collections/editor/names.ts';
import { setCollectionOption, setIndex } from '#domain/collections/editor/values.ts';
import { $leastVersion, can } from '#stores/app/capabilities.ts';
import { confirm } from '#stores/app/confirm.ts';
import { $backend } from '#stores/app/line.ts';
import { report } from '#stores/app/report.ts';
import { createLoader } from '#stores/factories/create-loader.ts';
import { providersOf } from '#wire/providers.ts';
import { readChecked } from '#wire/setting-glance.ts';
import type { CollectionEditor } from './editor.ts';

const known = createLoader<readonly string[]>({
  request: async (signal) =>
    can().listsProviders
      ? listProviders({ signal })
      : providersOf($backend.get()?.version ?? $leastVersion.get()),
  keepsValue: true,
});

/** The names of the providers that a collection can have. */
export const $knownProviders = known.$load;
/** Loads them; reports errors. */
export const loadKnownProviders = known.load;

/** Whether the accounts of the edited collection are the administrators. */
export const isForAdministrators = ({ $values }: CollectionEditor): boolean =>
  $values.get().name === can().administrators;

export const setSignIn = (editor: CollectionEditor, name: string, value: unknown): void =>
  editor.edit((values) => setCollectionOption(values, name, value), `auth.${name}`);

/** Makes the values of a field unique, so that people can be found by it. Reports errors. */
export async function addUniqueIndex(editor: CollectionEditor, field: string): Promise<void> {
  try {
    const { buildIndex } = await editor.loadTools();
    editor.freezePositions();
    editor.edit((values) => {
      const sql = buildIndex({
        ...{ unique: true, optional: false, schemaName: '', indexName: randomIndexName() },
        ...{ tableName: values.name, columns: [{ name: field, collate: '', sort: '' }] },
        // Those who leave it out are no duplicates of each other.
        where: `\`${field}\` != ''`,
      });
      return setIndex(values, values.indexes.length, sql);
    }, 'auth.identityFields');
  } catch (thrown) {
    report(thrown);
  }
}

const NO_SERVER =
  ' Only the command “sendmail” of the server would send them: no mail server is set up in the settings.';

/** Asks before nobody gets in without a mail. Reports errors; false for no. */
async function agreesToMails(): Promise<boolean> {
  try {
    const isSetUp = readChecked(await loadSettings())['smtp.isEnabled'];
    return await confirm(
      `After the save every superuser needs a one-time password from an email, beside the password.${isSetUp ? '' : NO_SERVER} If emails don’t arrive, nobody gets in any more, you neither: send a test email first. Do you want to enable it?`,
    );
  } catch (thrown) {
    report(thrown);
    return false;
  }
}

/**
 * Switches one-time passwords. Administrators have them only together with a second factor, and after a question: without
 * mails they would be locked out.
 */
export async function switchOneTimePassword(editor: CollectionEditor, isOn: boolean): Promise<void> {
  const isForAll = isForAdministrators(editor);
  if (isForAll && isOn && !(await agreesToMails())) return;
  setSignIn(editor, 'oneTimePassword.isEnabled', isOn);
  if (isForAll) setSignIn(editor, 'secondFactor.isEnabled', isOn);
}
