import { CodeField } from '#components/form/CodeField.tsx';
import { viewColumnErrors } from '#domain/collections/editor/errors.ts';
import { setCollectionOption } from '#domain/collections/editor/values.ts';
import { queryCompletions } from '#stores/collections/editor/completions.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from '../use-slice.ts';

const HELP = [
  'Wildcard columns (*) are not supported.',
  'The query must have a unique id column. If your query doesn’t have a suitable one, you can use the universal (ROW_NUMBER() OVER()) as id.',
  'Expressions must be aliased with a valid formatted field name, eg. MAX(balance) as maxBalance.',
];

/** The query that selects the records of a view. */
export function QueryTab({ editor }: { readonly editor: CollectionEditor }) {
  const query = useSlice(editor.$values, ({ options }) =>
    typeof options['query'] === 'string' ? options['query'] : '',
  );
  const error = useSlice(editor.$errors, (errors) => errors['options.query']);
  const columnErrors = useSlice(editor.$errors, viewColumnErrors);
  return (
    <div className="flex flex-col gap-1">
      <CodeField
        label="Select query"
        required
        language="sql"
        minLines={8}
        maxLines={30}
        placeholder="eg. SELECT id, name from posts"
        completions={(prefix) => queryCompletions(editor, prefix)}
        error={error}
        value={query}
        // Errors of columns belong to the previous query.
        onChange={(text) =>
          editor.edit((values) => setCollectionOption(values, 'query', text), 'options', 'schema')
        }
      />
      {columnErrors.length > 0 && (
        <ul aria-label="Errors of columns" className="text-xs text-error wrap-anywhere">
          {columnErrors.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <ul className="list-disc pl-4 text-xs text-muted">
        {HELP.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
