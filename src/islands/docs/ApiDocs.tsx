import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef } from 'react';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { noteOf } from '#domain/arrangements/notes.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { DocTab } from '#domain/docs/doc.ts';
import { NoteText } from '#islands/NoteText.tsx';
import { closeDocs } from '#stores/app/popups.ts';
import { $notes } from '#stores/arrangements/notes.ts';
import { $doc, $docTab, $docTabs, chooseDocTab } from '#stores/docs/panel.ts';
import { DocContent } from './DocContent.tsx';

function TabChoice({ selected, id }: { readonly selected: DocTab; readonly id: string }) {
  const tabs = useStore($docTabs);
  return (
    <div className="relative shrink-0 sm:sticky sm:top-0 sm:max-h-[calc(100dvh-6rem)] sm:w-48 sm:overflow-y-auto sm:p-0.5">
      <span
        aria-hidden="true"
        className="icon-[ri--arrow-down-s-line] pointer-events-none absolute top-2.5 right-2.5 z-1 size-5 text-muted sm:hidden"
      />
      <select
        aria-label="Section"
        className="input h-10 w-full pr-9 sm:hidden"
        value={selected.id}
        onChange={({ target }) => chooseDocTab(target.value)}
      >
        {tabs.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <Tabs
        id={id}
        label="API"
        className="max-sm:hidden"
        variant="column"
        tabs={tabs}
        selected={selected.id}
        onSelect={chooseDocTab}
      />
    </div>
  );
}

export default function ApiDocs({ collection }: { readonly collection: Collection }) {
  const tab = useStore($docTab);
  const doc = useStore($doc);
  const note = noteOf(useStore($notes), collection.id);
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(tab?.id);
  useEffect(() => {
    if (shown.current === tab?.id) return;
    shown.current = tab?.id;
    content.current?.scrollIntoView({ block: 'start' });
  }, [tab]);

  if (!tab) return null;
  return (
    <OverlayPanel size="xl" title="API Preview" onRequestClose={closeDocs}>
      <div className="flex gap-x-6 gap-y-3 max-sm:flex-col sm:items-start">
        <TabChoice selected={tab} id={id} />
        <div
          ref={content}
          {...tabPanelProps(id, tab.id)}
          className="min-w-0 grow scroll-mt-3 pb-4 max-sm:scroll-mt-20"
        >
          <h2 className="text-lg font-medium wrap-anywhere">
            {tab.title} ({collection.name})
          </h2>
          {note && <NoteText note={note} className="mt-1.5 max-w-[75ch]" />}
          {doc && <DocContent key={tab.id} doc={doc} />}
        </div>
      </div>
    </OverlayPanel>
  );
}
