import { useStore } from '@nanostores/react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { closeByProps, lazyPanel } from '#components/feedback/lazy-part.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { FieldNote, InfoIcon } from '#components/form/Field.tsx';
import { ruleChanges } from '#domain/access/rule-changes.ts';
import { setRule } from '#domain/collections/editor/values.ts';
import {
  type EditedRule,
  EMPTY_RULE_PLACEHOLDER,
  editedRulesOf,
  ruleHelp,
  ruleLabel,
  ruleOf,
  ruleText,
  ruleTitle,
} from '#domain/collections/rules.ts';
import { administratorLabel, administratorWord } from '#stores/app/administrator-word.ts';
import { $can } from '#stores/app/capabilities.ts';
import { requestFields, rulePaths, systemNames } from '#stores/collections/editor/completions.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from '../use-slice.ts';

const RuleEffects = lazyPanel(() => import('./RuleEffects.tsx'), closeByProps);

/** Shows what changed rules open and close before they are saved; nothing while none is changed. */
export function RuleEffectsButton({ editor }: { readonly editor: CollectionEditor }) {
  const stored = useStore(editor.$saved);
  const values = useStore(editor.$values);
  const [isOpen, setIsOpen] = useState(false);
  const changes = stored ? ruleChanges(stored, values) : [];
  if (!stored || changes.length === 0) return null;
  return (
    <>
      <Button
        icon="icon-[ri--eye-line]"
        className="self-start"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        What this changes
      </Button>
      {isOpen && <RuleEffects collection={stored} changes={changes} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** One rule: locked to admins, or the editor of its filter. */
function RuleField({ editor, name }: { readonly editor: CollectionEditor; readonly name: EditedRule }) {
  const info = infoOf(name);
  const locked = name === 'authRule' ? 'Set Nobody' : `Set ${administratorLabel()}s only`;
  const rule = useSlice(editor.$values, (values) => ruleOf(values, name));
  const error = useSlice(editor.$errors, (errors) => errors[name]);
  const [wasUnlocked, setWasUnlocked] = useState(false);
  const unlock = useRef<HTMLButtonElement>(null);
  const id = useId();
  const label = ruleLabel(name, rule, administratorLabel());
  const isLocked = rule === null;
  const isOpen = rule === '';
  // That everybody with an account may sign in is no risk.
  const isRisky = isOpen && name !== 'authRule';

  // 'Set Admins only' disappears when it is pressed and loses the focus.
  useLayoutEffect(() => {
    if (isLocked && document.activeElement === document.body) unlock.current?.focus();
  }, [isLocked]);

  function toggle() {
    editor.toggleRule(name);
    setWasUnlocked(isLocked);
  }

  if (isLocked) {
    return (
      <div className="flex min-w-0 flex-col" data-rule={name}>
        <div className="flex min-h-6 items-center gap-1.5 text-sm">
          <span id={id} className={`min-w-0 truncate font-medium ${error ? 'text-error' : ''}`}>
            {label}
          </span>
          {info && <InfoIcon text={info} />}
        </div>
        <button
          ref={unlock}
          type="button"
          aria-describedby={`${id} ${id}-note`}
          className="flex min-h-[50px] w-full cursor-pointer items-center justify-center gap-1.5 rounded-field border border-dashed border-line bg-base-200 text-sm text-muted hover:border-muted hover:text-base-content"
          onClick={toggle}
        >
          <span aria-hidden="true" className="icon-[ri--lock-line] size-4" />
          Unlock and set custom rule
        </button>
        <FieldNote id={`${id}-note`} error={error} />
      </div>
    );
  }
  return (
    <div data-rule={name} className={isRisky ? '[&_.textarea:not(:focus,:focus-within)]:border-warning' : ''}>
      <CodeField
        label={label}
        title={
          <>
            {label}{' '}
            <span
              className={`ml-1 rounded-selector bg-tint px-1.5 py-0.5 text-xs ${isRisky ? 'text-warning' : 'text-muted'}`}
            >
              {isOpen ? (name === 'authRule' ? 'Everybody' : 'Anyone') : 'Custom rule'}
            </span>
          </>
        }
        help={
          <span className={isRisky ? 'text-warning' : ''}>{ruleHelp(name, rule, administratorWord())}</span>
        }
        language="filter"
        minLines={2}
        maxLines={12}
        info={info}
        placeholder={
          name === 'authRule' ? 'Leave empty for everybody with an account…' : EMPTY_RULE_PLACEHOLDER
        }
        completions={(prefix) => rulePaths(editor, prefix)}
        autoFocus={wasUnlocked}
        error={error}
        value={rule}
        onChange={(text) => editor.edit((values) => setRule(values, name, text), name)}
        aside={
          <Button
            variant="ghost"
            className="h-6 px-1.5 text-xs"
            icon="icon-[ri--lock-line]"
            aria-label={`${locked} for the ${label}`}
            onClick={toggle}
          >
            {locked}
          </Button>
        }
      />
    </div>
  );
}

function infoOf(name: EditedRule): string | undefined {
  if (name === 'authRule')
    return 'Asked at each sign-in, about the account. A change ends all sessions of this collection: the backend gives its tokens another secret.';
  if (name === 'createRule')
    return 'The create rule is executed after a "dry save" of the submitted data: it sees the record as it would be.';
  return name === 'manageRule'
    ? `Gives ${administratorWord()}-like permissions over the auth records, for example changing a password without the old one, or the email and the verified state directly.\nIt is executed in addition to the create and update API rules.`
    : undefined;
}

const SYNTAX_DOCS = 'https://pocketbase.io/docs/api-rules-and-filters/';

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

function AvailableFields({ id, editor }: { readonly id: string; readonly editor: CollectionEditor }) {
  const type = useSlice(editor.$values, (values) => values.type);
  const query = useSlice(editor.$values, (values) => values.query);
  const fields = useSlice(editor.$values, (values) => values.fields);
  const names = fields.filter(({ toDelete }) => !toDelete).map(({ name }) => name);
  return (
    <section
      id={id}
      aria-label="Available fields"
      className="mb-2 flex flex-col gap-2 rounded-box border border-base-300 bg-base-200 p-3 text-xs"
    >
      <p>The following record fields are available:</p>
      <Names names={[...new Set([...systemNames({ type, query }), ...names])]} />
      <p>The request fields could be accessed with the special @request filter:</p>
      <Names names={requestFields()} />
      <p>You could also add constraints and query other collections using the @collection filter:</p>
      <Names names={['@collection.ANY_COLLECTION_NAME.*']} />
      <p>
        Example rule:{' '}
        <code className="font-mono">@request.auth.id != "" && created &gt; "2022-01-01 00:00:00"</code>
      </p>
    </section>
  );
}

/** A rule of a system collection, which nobody can change. */
function FixedRule({ editor, name }: { readonly editor: CollectionEditor; readonly name: EditedRule }) {
  const rule = useSlice(editor.$values, (values) => ruleOf(values, name));
  return (
    <div className="flex flex-col py-1 text-sm" data-rule={name}>
      <span className="font-medium">{ruleTitle(name)}</span>
      <span className={`wrap-anywhere ${rule ? 'font-mono text-xs' : 'text-muted'}`}>
        {ruleText(rule, name, administratorWord())}
      </span>
    </div>
  );
}

export function RulesTab({ editor }: { readonly editor: CollectionEditor }) {
  const rules = useSlice(editor.$values, (values) => editedRulesOf(values).join(' '));
  const { listsBuiltIn } = useStore($can);
  const isFixed = (useStore(editor.$saved)?.isSystem ?? false) && listsBuiltIn;
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
      {isFixed && (
        <p className="text-xs text-muted">
          This is a system collection: its rules are the backend’s, and can’t be changed.
        </p>
      )}
      {isHelpOpen && <AvailableFields id={helpId} editor={editor} />}
      {rules
        .split(' ')
        .map((name) =>
          isFixed ? (
            <FixedRule key={name} editor={editor} name={name as EditedRule} />
          ) : (
            <RuleField key={name} editor={editor} name={name as EditedRule} />
          ),
        )}
      <RuleEffectsButton editor={editor} />
    </div>
  );
}
