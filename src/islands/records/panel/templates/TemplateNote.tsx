import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import type { RecordPanel, UsedTemplate } from '#stores/records/panel/panel.ts';

export interface TemplateNoteProps {
  readonly panel: RecordPanel;
  readonly template: UsedTemplate;
}

/** Says from which template a new record was begun, and what of it the collection no longer has. */
export function TemplateNote({ panel, template }: TemplateNoteProps) {
  const { name, lost } = template;
  return (
    <Callout
      kind={lost.length ? 'warning' : 'info'}
      className="mb-3"
      role="status"
      actions={<Button onClick={() => void panel.startFrom({ values: {} })}>Start empty</Button>}
    >
      <p>
        From the template “<bdi>{name}</bdi>”.
      </p>
      {lost.length > 0 && (
        <p>
          Left out, as the collection no longer has {lost.length === 1 ? 'this field' : 'these fields'}:{' '}
          <bdi>{lost.join(', ')}</bdi>.
        </p>
      )}
    </Callout>
  );
}
