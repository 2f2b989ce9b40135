import { useState } from 'react';
import { Button } from '../../../../components/Button.tsx';
import { CONTROL } from '../../../../components/form/control-class.ts';
import { Field } from '../../../../components/form/Field.tsx';
import { listOf } from '../../../../lib/domain/record-form/values.ts';
import { FIELD_ICONS } from '../../field-icons.ts';
import type { FieldProps } from './field-props.ts';

/** The ids of related records. */
export function RelationField({ field, value, error, onChange }: FieldProps) {
  const [typed, setTyped] = useState('');
  const ids = listOf(value);
  const id = typed.trim();
  const add = () => {
    if (!id || ids.includes(id)) return;
    onChange(field.max === 1 ? [id] : [...ids, id]);
    setTyped('');
  };
  return (
    <Field
      label={field.name}
      icon={FIELD_ICONS.relation}
      required={field.required}
      error={error}
      help={Number.isFinite(field.max) && field.max > 1 ? `Select up to ${field.max} records.` : undefined}
    >
      {(control) => (
        <div className="flex flex-col gap-1">
          {ids.map((related) => (
            <span key={related} className="flex items-center gap-1 rounded-field bg-base-content/5 pl-2">
              <span className="min-w-0 grow truncate font-mono text-xs">{related}</span>
              <Button
                look="ghost"
                icon="icon-[ri--close-line]"
                aria-label={`Remove ${related}`}
                onClick={() => onChange(ids.filter((other) => other !== related))}
              />
            </span>
          ))}
          <span className="flex gap-1">
            <input
              {...control}
              type="text"
              className={`${CONTROL} font-mono`}
              placeholder="Record id"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <Button disabled={!id || ids.length >= Math.max(field.max, 2)} onClick={add}>
              Add
            </Button>
          </span>
        </div>
      )}
    </Field>
  );
}
