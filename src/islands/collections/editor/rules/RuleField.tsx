import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { FieldNote, InfoIcon } from '#components/form/Field.tsx';
import {
  EMPTY_RULE_PLACEHOLDER,
  type RuleName,
  ruleHelp,
  ruleLabel,
  ruleOf,
} from '#domain/collections/editor/rules.ts';
import { setRule } from '#domain/collections/editor/values.ts';
import { rulePaths } from '#stores/collections/editor/completions.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from '../use-slice.ts';

export interface RuleFieldProps {
  readonly editor: CollectionEditor;
  readonly name: RuleName;
  readonly info: string | undefined;
}

/** One rule: locked to admins, or the editor of its filter. */
export function RuleField({ editor, name, info }: RuleFieldProps) {
  const path = name === 'manageRule' ? `options.${name}` : name;
  const rule = useSlice(editor.$values, (values) => ruleOf(values, name));
  const error = useSlice(editor.$errors, (errors) => errors[path]);
  const [wasUnlocked, setWasUnlocked] = useState(false);
  const unlock = useRef<HTMLButtonElement>(null);
  const id = useId();
  const label = ruleLabel(name, rule);
  const isLocked = rule === null;
  const isOpen = rule === '';

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
    <div data-rule={name} className={isOpen ? '[&_.textarea:not(:focus,:focus-within)]:border-warning' : ''}>
      <CodeField
        label={label}
        title={
          <>
            {label}{' '}
            <span
              className={`ml-1 rounded-selector bg-tint px-1.5 py-0.5 text-xs ${isOpen ? 'text-warning' : 'text-muted'}`}
            >
              {isOpen ? 'Anyone' : 'Custom rule'}
            </span>
          </>
        }
        help={<span className={isOpen ? 'text-warning' : ''}>{ruleHelp(name, rule)}</span>}
        language="filter"
        minLines={2}
        maxLines={12}
        info={info}
        placeholder={EMPTY_RULE_PLACEHOLDER}
        completions={(prefix) => rulePaths(editor, prefix)}
        autoFocus={wasUnlocked}
        error={error}
        value={rule}
        onChange={(text) => editor.edit((values) => setRule(values, name, text), path)}
        aside={
          <Button
            variant="ghost"
            className="h-6 px-1.5 text-xs"
            icon="icon-[ri--lock-line]"
            aria-label={`Set Admins only for the ${label}`}
            onClick={toggle}
          >
            Set Admins only
          </Button>
        }
      />
    </div>
  );
}
