import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Checkbox, Toggle } from '#components/form/ChoiceField.tsx';
import { Select } from '#components/form/Select.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { FormPopup } from '#components/overlay/FormPopup.tsx';
import { ownOf } from '#domain/app/lenient.ts';
import { truncate } from '#domain/app/value-text.ts';
import { ownState } from '#domain/arrangements/own-collection.ts';
import { type FormValues, textOf } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { valueSummary } from '#domain/records/panel/value-summary.ts';
import { type Placeholder, placeholdersOf, placeholderText } from '#domain/records/templates/placeholders.ts';
import {
  contentOf,
  DEFAULT_NAME,
  templateFields,
  withPlaceholders,
} from '#domain/records/templates/template.ts';
import { NamedItemsPanel } from '#islands/NamedItemsPanel.tsx';
import { administratorWord } from '#stores/app/administrator-word.ts';
import { $isOff } from '#stores/arrangements/sharing.ts';
import { $ownCollection } from '#stores/collections/list.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import {
  defaultOf,
  filledTemplate,
  removeDefaults,
  saveDefaults,
  saveTemplate,
  templates,
} from '#stores/records/templates.ts';

const meanings = (): Readonly<Record<Placeholder, string>> => ({
  now: 'Now',
  today: 'Today',
  admin: `Email of the ${administratorWord()}`,
});

/** Characters of a value in the list of what a field gets. */
const MAX_VALUE = 40;
/** Characters of a default value. */
const MAX_SHOWN = 120;

interface FilledInProps {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  /** Placeholders by the names of fields. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly onChoose: (chosen: Readonly<Record<string, string>>) => void;
}

/** Chooses what fields get when a template is used. */
function FilledIn({ fields, values, chosen, onChoose }: FilledInProps) {
  const fitting = fields.filter(({ kind }) => placeholdersOf(kind).length > 0);
  if (!fitting.length) return null;
  const choose = (field: string, text: string) => {
    const { [field]: _, ...others } = chosen;
    onChoose(text ? { ...others, [field]: text } : others);
  };
  return (
    <fieldset className="min-w-0 space-y-3 border-t border-base-300 pt-3">
      <legend className="sr-only">Filled in when it is used</legend>
      <p className="text-muted">
        What is filled in when a record begins. In texts you can also type {'{now}'}, {'{today}'} and{' '}
        {'{admin}'}.
      </p>
      {fitting.map((field) => (
        <Select
          key={field.name}
          label={field.name}
          placeholder={truncate(textOf(values[field.name]), MAX_VALUE) || 'Empty'}
          value={chosen[field.name] ?? ''}
          onChange={(value) => choose(field.name, value)}
          options={placeholdersOf(field.kind).map((one) => ({
            value: placeholderText(one),
            label: meanings()[one],
          }))}
        />
      ))}
    </fieldset>
  );
}

function SaveTemplate({ panel, onClose }: Omit<TemplatesProps, 'dialog'>) {
  const collection = useStore(panel.$collection);
  const values = useStore(panel.$values);
  const known = templates.of(collection, useStore(templates.$items));
  const [name, setName] = useState('');
  const [isDefault, setIsDefault] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const input = useRef<HTMLInputElement>(null);
  const label = name.trim();

  function submit() {
    if (!label) return;
    saveTemplate(collection, { name: label, isDefault, values: { ...values, ...chosen } });
    onClose();
  }
  return (
    <FormPopup
      title="Save as template"
      initialFocus={input}
      onRequestClose={onClose}
      cancel="Cancel"
      submit={{ disabled: !label, children: 'Save template' }}
      form={{ className: 'space-y-3', autoComplete: 'off', noValidate: true }}
      onSubmit={submit}
    >
      <TextInput
        ref={input}
        label="Name"
        required
        value={name}
        onChange={setName}
        help={
          known.some((one) => one.name === label)
            ? 'Replaces the template with this name.'
            : 'It keeps the values of the form, without files and passwords.'
        }
      />
      <Toggle label="Use for every new record" checked={isDefault} onChange={setIsDefault} />
      <FilledIn fields={templateFields(collection)} {...{ values, chosen }} onChoose={setChosen} />
    </FormPopup>
  );
}

/** Chooses which values of the form every new record begins with. */
function DefaultValues({ panel, onClose }: Omit<TemplatesProps, 'dialog'>) {
  const collection = useStore(panel.$collection);
  const typed = useStore(panel.$values);
  const filled = useStore(panel.$base);
  const items = useStore(templates.$items);
  const own = useStore($ownCollection);
  const isShared = !useStore($isOff) && own !== undefined && ownState(own) === 'own';
  const template = defaultOf(collection, items);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const values = template ? withPlaceholders(template, collection, filled, typed) : typed;
  const content = contentOf(collection, { ...values, ...chosen });
  const kept = templateFields(collection).filter(({ name }) => Object.hasOwn(content, name));
  const replaces = !template && templates.of(collection, items).some(({ name }) => name === DEFAULT_NAME);

  function submit() {
    const entries = Object.entries({ ...values, ...chosen }).filter(([name]) => !left.has(name));
    saveDefaults(collection, Object.fromEntries(entries));
    onClose();
  }
  function toggle(name: string, isKept: boolean) {
    const next = new Set(left);
    if (isKept) next.delete(name);
    else next.add(name);
    setLeft(next);
  }
  return (
    <FormPopup
      title={
        <>
          Default values of <bdi>{collection.name}</bdi>
        </>
      }
      onRequestClose={onClose}
      cancel="Cancel"
      footerAside={
        template && (
          <Button
            variant="danger"
            onClick={async () => {
              await removeDefaults(collection);
              if (!defaultOf(collection)) onClose();
            }}
          >
            Remove
          </Button>
        )
      }
      submit={{ disabled: kept.every(({ name }) => left.has(name)), children: 'Save default values' }}
      form={{ className: 'space-y-3', autoComplete: 'off', noValidate: true }}
      onSubmit={submit}
    >
      <p className="text-muted">
        Every new record begins with these values of the form, without files and passwords; a copy of another
        record does not.{' '}
        {isShared ? `Shared with all ${administratorWord()}s.` : 'They are kept on this device.'}{' '}
        {replaces && `Replaces the template “${DEFAULT_NAME}”.`}
      </p>
      {kept.length > 0 ? (
        <fieldset aria-label="Values" className="min-w-0">
          {kept.map((field) => {
            const value = ownOf({ ...values, ...chosen }, field.name) ?? '';
            return (
              <Checkbox
                key={field.name}
                label={field.name}
                help={<bdi>{truncate(valueSummary(value).replaceAll('\n', ', '), MAX_SHOWN)}</bdi>}
                checked={!left.has(field.name)}
                onChange={(isKept) => toggle(field.name, isKept)}
              />
            );
          })}
        </fieldset>
      ) : (
        <p>The form is empty: fill in what new records begin with first.</p>
      )}
      <FilledIn fields={templateFields(collection)} {...{ values, chosen }} onChoose={setChosen} />
    </FormPopup>
  );
}

const WORDS = {
  title: 'Templates',
  one: 'template',
  use: 'Use',
  always: 'for every new record',
  empty: 'No templates yet. Fill in a record, then choose ‘Save as template…’ in its menu.',
};

export type TemplateDialog = 'save' | 'use' | 'defaults';

export interface TemplatesProps {
  readonly panel: RecordPanel;
  readonly dialog: TemplateDialog;
  readonly onClose: () => void;
}

function TemplateList({ panel, onClose }: Omit<TemplatesProps, 'dialog'>) {
  const collection = useStore(panel.$collection);
  return (
    <NamedItemsPanel
      items={templates}
      collection={collection}
      words={WORDS}
      onUse={(template) => {
        onClose();
        void panel.startFrom(filledTemplate(template, collection));
      }}
      onClose={onClose}
    />
  );
}

export default function Templates({ dialog, ...props }: TemplatesProps) {
  if (dialog === 'defaults') return <DefaultValues {...props} />;
  return dialog === 'save' ? <SaveTemplate {...props} /> : <TemplateList {...props} />;
}
