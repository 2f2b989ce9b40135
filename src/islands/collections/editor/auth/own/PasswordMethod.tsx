import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Select } from '#components/form/Select.tsx';
import { hasUniqueIndex, identityChoices, withFieldNames } from '#domain/collections/editor/own-auth.ts';
import { indexTexts } from '#domain/collections/editor/values.ts';
import { optionInputs } from '#islands/field-types/options/option-parts.tsx';
import { addUniqueIndex, isForAdministrators } from '#stores/collections/editor/sign-in.ts';
import { Method } from '../Method.tsx';
import type { OwnProps } from './own-options.ts';

/** What is found by them must be unique, by an index of its own. */
function MissingIndexes({ editor, names }: Pick<OwnProps, 'editor'> & { readonly names: readonly string[] }) {
  const [isBusy, setIsBusy] = useState(false);
  async function add(name: string) {
    setIsBusy(true);
    await addUniqueIndex(editor, name);
    setIsBusy(false);
  }
  return names.map((name) => (
    <Callout
      key={name}
      kind="warning"
      className="mb-2 text-sm"
      actions={
        <Button disabled={isBusy} onClick={() => void add(name)}>
          Add a unique index
        </Button>
      }
    >
      <span className="wrap-anywhere">
        People can be found by <code className="font-mono">{name}</code> only if no two accounts have the same
        value.
      </span>
    </Callout>
  ));
}

/** Sign-in by a password, and by which fields people are found. */
export function PasswordMethod({ group, ...own }: OwnProps & { readonly group: string }) {
  const { editor } = own;
  const values = useStore(editor.$values);
  const tools = useStore(editor.$tools);
  // Without the code nothing is said of indexes; a save fetches it.
  useEffect(() => void editor.loadTools().catch(() => {}), [editor]);
  const chosen = optionInputs({ ...own, options: withFieldNames(own.options, values.fields) });
  const list = chosen.list('identityFields');
  const texts = tools && indexTexts(values, tools);
  const isUnique = (name: string) => name === 'email' || !tools || hasUniqueIndex(name, texts ?? [], tools);
  return (
    <Method
      {...own}
      title="Identity/Password"
      icon="icon-[ri--lock-line]"
      group={group}
      option="hasPasswords"
      parts={['identityFields']}
      fixed={isForAdministrators(editor) ? 'Superusers always sign in with a password.' : undefined}
    >
      <Select
        {...list}
        multiple
        required
        label="Identity fields"
        help="People type the value of one of these fields, and their password."
        options={identityChoices(values, list.value).map((value) => ({ value }))}
        onChange={(names) => own.set('identityFields', names)}
      />
      <MissingIndexes editor={editor} names={list.value.filter((name) => !isUnique(name))} />
    </Method>
  );
}
