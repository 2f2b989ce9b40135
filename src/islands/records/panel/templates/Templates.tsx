import { useStore } from '@nanostores/react';
import { NamedItemsPanel } from '#islands/records/NamedItemsPanel.tsx';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { filledTemplate, templates } from '#stores/records/templates.ts';
import { SaveTemplate } from './SaveTemplate.tsx';

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

/** The templates of the collection, to begin a new record with one of them. */
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

/** The dialogs for templates of a record panel. */
export default function Templates({ dialog, ...props }: TemplatesProps) {
  return dialog === 'save' ? <SaveTemplate {...props} /> : <TemplateList {...props} />;
}
