import { systemFieldNames } from '#domain/collections/system-fields.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { IndexesSection } from '../indexes/IndexesSection.tsx';
import { useSlice } from '../use-slice.ts';
import { FieldList } from './FieldList.tsx';
import { NewFieldMenu } from './NewFieldMenu.tsx';

/** The fields and indexes of a collection. */
export function FieldsTab({ editor }: { readonly editor: CollectionEditor }) {
  const type = useSlice(editor.$values, (values) => values.type);
  const error = useSlice(editor.$errors, (errors) => errors['schema']);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-muted">
        System fields:{' '}
        {systemFieldNames(type).map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <code className="rounded-selector bg-tint px-1 font-mono">{name}</code>
          </span>
        ))}
        .
      </p>
      <FieldList editor={editor} />
      <NewFieldMenu editor={editor} />
      {error && (
        <p role="alert" className="text-xs text-error">
          {error}
        </p>
      )}
      <IndexesSection editor={editor} />
    </div>
  );
}
