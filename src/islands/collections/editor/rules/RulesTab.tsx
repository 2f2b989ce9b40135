import { useId, useState } from 'react';
import { type RuleName, rulesOf } from '#domain/collections/editor/rules.ts';
import { systemFieldNames } from '#domain/collections/system-fields.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from '../use-slice.ts';
import { RuleEffectsButton } from './RuleEffectsButton.tsx';
import { RuleField } from './RuleField.tsx';

const SYNTAX_DOCS = 'https://pocketbase.io/docs/api-rules-and-filters/';

/** Explanations of single rules. */
const INFO: Partial<Record<RuleName, string>> = {
  createRule:
    'The create rule is executed after a "dry save" of the submitted data: it sees the record as it would be.',
  manageRule:
    'Gives admin-like permissions over the auth records, for example changing a password without the old one, or the email and the verified state directly.\nIt is executed in addition to the create and update API rules.',
};

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
function AvailableFields({ id, editor }: { readonly id: string; readonly editor: CollectionEditor }) {
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

/** The API rules of a collection. */
export function RulesTab({ editor }: { readonly editor: CollectionEditor }) {
  const type = useSlice(editor.$values, (values) => values.type);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const helpId = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
        <p>
          All rules follow the{' '}
          <a className="link" href={SYNTAX_DOCS} target="_blank" rel="noreferrer">
            PocketBase filter syntax and operators
          </a>
          .
        </p>
        <button
          type="button"
          className="link ml-auto cursor-pointer font-medium text-base-content max-sm:min-h-10"
          aria-expanded={isHelpOpen}
          aria-controls={isHelpOpen ? helpId : undefined}
          onClick={() => setIsHelpOpen(!isHelpOpen)}
        >
          {isHelpOpen ? 'Hide available fields' : 'Show available fields'}
        </button>
      </div>
      {isHelpOpen && <AvailableFields id={helpId} editor={editor} />}
      {rulesOf(type).map((name) => (
        <RuleField key={name} editor={editor} name={name} info={INFO[name]} />
      ))}
      <RuleEffectsButton editor={editor} />
    </div>
  );
}
