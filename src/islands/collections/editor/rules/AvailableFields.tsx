import { systemFieldNames } from '#domain/collections/system-fields.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from '../use-slice.ts';

const REQUEST_FIELDS = ['@request.headers.*', '@request.query.*', '@request.data.*', '@request.auth.*'];

function Names({ names }: { readonly names: readonly string[] }) {
  return (
    <p className="flex flex-wrap gap-1">
      {names.map((name) => (
        <code key={name} className="rounded-selector bg-tint px-1.5 font-mono text-xs wrap-anywhere">
          {name}
        </code>
      ))}
    </p>
  );
}

/** The fields that rules can use. */
export function AvailableFields({ id, editor }: { readonly id: string; readonly editor: CollectionEditor }) {
  const type = useSlice(editor.$values, (values) => values.type);
  const fields = useSlice(editor.$values, (values) => values.fields);
  const names = fields.filter(({ toDelete }) => !toDelete).map(({ name }) => name);
  return (
    <section
      id={id}
      aria-label="Available fields"
      className="mb-2 flex flex-col gap-2 rounded-box border border-base-300 bg-base-200 p-3 text-xs"
    >
      <p>The following record fields are available:</p>
      <Names names={[...systemFieldNames(type), ...names]} />
      <p>The request fields could be accessed with the special @request filter:</p>
      <Names names={REQUEST_FIELDS} />
      <p>You could also add constraints and query other collections using the @collection filter:</p>
      <Names names={['@collection.ANY_COLLECTION_NAME.*']} />
      <p>
        Example rule:{' '}
        <code className="font-mono">@request.auth.id != "" && created &gt; "2022-01-01 00:00:00"</code>
      </p>
    </section>
  );
}
