import { useMemo } from 'react';
import { errorsUnder } from '#domain/collections/editor/errors.ts';
import { useSlice } from '#islands/collections/editor/use-slice.ts';
import type { OptionValues } from '#islands/field-types/options/option-parts.tsx';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { setSignIn } from '#stores/collections/editor/sign-in.ts';

/** How people sign in to the edited collection, and how inputs change it. */
export interface OwnProps extends OptionValues {
  readonly editor: CollectionEditor;
}

export function useOwnOptions(editor: CollectionEditor): OwnProps {
  const options = useSlice(editor.$values, (values) => values.options);
  const all = useSlice(editor.$errors, (errors) => errors);
  const errors = useMemo(() => errorsUnder(all, 'auth'), [all]);
  return { editor, options, errors, set: (name, value) => setSignIn(editor, name, value) };
}
