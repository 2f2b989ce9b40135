import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { Select } from '#components/form/Select.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { FormPopup } from '#components/overlay/FormPopup.tsx';
import { truncate } from '#domain/app/value-text.ts';
import { textOf } from '#domain/field-types/form-value.ts';
import { type Placeholder, placeholdersOf, placeholderText } from '#domain/records/templates/placeholders.ts';
import { templateFields } from '#domain/records/templates/template.ts';
import { NamedItemsPanel } from '#islands/records/NamedItemsPanel.tsx';
import { administratorWord } from '#stores/app/administrator-word.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { filledTemplate, saveTemplate, templates } from '#stores/records/templates.ts';

const meanings = (): Readonly<Record<Placeholder, string>> => ({
  now: 'Now',
  today: 'Today',
  admin: `Email of the ${administratorWord()}`,
});

/** Characters of a value in the list of what a field gets. */
const MAX_VALUE = 40;

function SaveTemplate({ panel, onClose }: Omit<TemplatesProps, 'dialog'>) {
  const collection = useStore(panel.$collection);
  const values = useStore(panel.$values);
  const known = templates.of(collection, useStore(templates.$items));
  const [name, setName] = useState('');
  const [isDefault, setIsDefault] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const input = useRef<HTMLInputElement>(null);
  const label = name.trim();
  const fields = templateFields(collection).filter(({ kind }) => placeholdersOf(kind).length > 0);

  function submit() {
    if (!label) return;
    saveTemplate(collection, { name: label, isDefault, values: { ...values, ...chosen } });
    onClose();
  }
  const typed = (field: string) => truncate(textOf(values[field]), MAX_VALUE) || 'Empty';
  const choose = (field: string, text: string) => {
    const { [field]: _, ...others } = chosen;
    setChosen(text ? { ...others, [field]: text } : others);
  };
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
      {fields.length > 0 && (
        <fieldset className="space-y-3 border-t border-base-300 pt-3">
          <legend className="sr-only">Filled in when it is used</legend>
          <p className="text-muted">
            What is filled in when the template is used. In texts you can also type {'{now}'}, {'{today}'} and{' '}
            {'{admin}'}.
          </p>
          {fields.map((field) => (
            <Select
              key={field.name}
              label={field.name}
              placeholder={typed(field.name)}
              value={chosen[field.name] ?? ''}
              onChange={(value) => choose(field.name, value)}
              options={placeholdersOf(field.kind).map((one) => ({
                value: placeholderText(one),
                label: meanings()[one],
              }))}
            />
          ))}
        </fieldset>
      )}
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

export type TemplateDialog = 'save' | 'use';

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
  return dialog === 'save' ? <SaveTemplate {...props} /> : <TemplateList {...props} />;
}
