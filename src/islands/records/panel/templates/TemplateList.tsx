import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { FileButton } from '#components/elements/FileButton.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { Template } from '#domain/records/templates/template.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { filledTemplate, templates } from '#stores/records/templates.ts';

interface TemplateLineProps {
  readonly template: Template;
  readonly onUse: () => void;
}

function TemplateLine({ template, onUse }: TemplateLineProps) {
  const { name, isDefault } = template;
  return (
    <li className="flex items-center gap-1 py-1">
      <span className="min-w-0 grow [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
        {isDefault && <span className="block text-dense text-muted">Used for every new record</span>}
      </span>
      <Button aria-label={`Use ${name}`} onClick={onUse}>
        Use
      </Button>
      <IconButton
        icon={isDefault ? 'icon-[ri--star-fill]' : 'icon-[ri--star-line]'}
        label={`Use ${name} for every new record`}
        tooltip={isDefault ? 'No longer use for every new record' : 'Use for every new record'}
        tooltipSide="left"
        aria-pressed={isDefault}
        onClick={() => templates.setDefault(template, !isDefault)}
      />
      <IconButton
        icon="icon-[ri--delete-bin-7-line]"
        label={`Delete ${name}`}
        tooltip="Delete"
        tooltipSide="left"
        onClick={() => void templates.remove(template)}
      />
    </li>
  );
}

export interface TemplateListProps {
  readonly panel: RecordPanel;
  readonly onClose: () => void;
}

/** The templates of the collection, to begin a new record with one of them. */
export function TemplateList({ panel, onClose }: TemplateListProps) {
  const collection = useStore(panel.$collection);
  const known = templates.of(collection, useStore(templates.$items));
  const close = useRef<HTMLButtonElement>(null);
  useFocusAfterRemoval(known.length, () => close.current);

  function use(template: Template) {
    onClose();
    void panel.startFrom(filledTemplate(template, collection));
  }
  return (
    <OverlayPanel
      open
      variant="centered"
      size="md"
      title={
        <>
          Templates of <bdi>{collection.name}</bdi>
        </>
      }
      onRequestClose={onClose}
      footerAside={
        <>
          <FileButton
            label="Import"
            accept=".json,application/json"
            onFile={(file) => void templates.importTo(collection, file)}
          />
          <Button
            icon="icon-[ri--download-2-line]"
            disabled={!known.length}
            onClick={() => templates.exportOf(collection)}
          >
            Export
          </Button>
        </>
      }
      footer={
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      }
    >
      {known.length ? (
        <ul className="divide-y divide-base-300" aria-label="Templates">
          {known.map((template) => (
            <TemplateLine key={template.id} template={template} onUse={() => use(template)} />
          ))}
        </ul>
      ) : (
        <EmptyState text="No templates yet. Fill in a record, then choose ‘Save as template…’ in its menu." />
      )}
    </OverlayPanel>
  );
}
