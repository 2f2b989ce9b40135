import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { SaveTemplate } from './SaveTemplate.tsx';
import { TemplateList } from './TemplateList.tsx';

export type TemplateDialog = 'save' | 'use';

export interface TemplatesProps {
  readonly panel: RecordPanel;
  readonly dialog: TemplateDialog;
  readonly onClose: () => void;
}

/** The dialogs for templates of a record panel. */
export default function Templates({ dialog, ...props }: TemplatesProps) {
  return dialog === 'save' ? <SaveTemplate {...props} /> : <TemplateList {...props} />;
}
