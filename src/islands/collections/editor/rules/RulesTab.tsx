import { useId, useState } from 'react';
import { type RuleName, rulesOf } from '#domain/collections/editor/rules.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from '../use-slice.ts';
import { AvailableFields } from './AvailableFields.tsx';
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
        <RuleField key={name} editor={editor} name={name} {...(INFO[name] ? { info: INFO[name] } : {})} />
      ))}
      <RuleEffectsButton editor={editor} />
    </div>
  );
}
