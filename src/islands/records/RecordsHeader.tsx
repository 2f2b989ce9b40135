import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { Toolbar } from '#components/elements/Toolbar.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { SMALL } from '#components/hooks/use-is-small.ts';
import { menuItem } from '#components/overlay/Dropdown.tsx';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import { countText, numberText } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { MAX_CHANGES } from '#domain/records/list-changes.ts';
import { usePrerendered } from '#islands/island.tsx';
import { $isDrawerOpen } from '#stores/app/drawer.ts';
import { openDocs } from '#stores/app/popups.ts';
import { $hidesControls } from '#stores/app/settings.ts';
import { openCollectionEditor } from '#stores/collections/editor/open.ts';
import { $cellUse } from '#stores/records/cells/use.ts';
import { $records, refreshRecords } from '#stores/records/list.ts';
import { $changeCount, applyChanges } from '#stores/records/list-changes.ts';
import { openNewRecord } from '#stores/records/open.ts';
import { updateShownView } from '#stores/records/start-views.ts';
import { $changedView } from '#stores/records/stored-views.ts';
import { openExport, openRecordTool, type RecordTool } from '#stores/records/tools.ts';

/** Pause after the last change before the number is announced, in ms. */
const QUIET = 1500;

function textOf(count: number): string {
  if (count >= MAX_CHANGES) return `${numberText(MAX_CHANGES)}+ changes`;
  return countText(count, 'change', 'changes');
}

/** The text once it has rested: a busy list must not interrupt a screen reader all the time. */
function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), text ? QUIET : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return quiet;
}

function RecordsChanges() {
  const count = usePrerendered($changeCount, 0);
  const announced = useQuiet(count > 0 ? `${textOf(count)} elsewhere` : '');
  return (
    <>
      <span role="status" className="sr-only">
        {announced}
      </span>
      {count > 0 && (
        <Button
          icon="icon-[ri--loop-left-line]"
          className="shrink-0 text-primary"
          aria-label={textOf(count)}
          data-tooltip="Changed elsewhere. Show the current list."
          data-changes={count}
          onClick={() => void applyChanges()}
        >
          <span className="tabular-nums">
            {textOf(count).split(' ')[0]}
            <span className="@max-[40rem]:hidden"> {textOf(count).split(' ')[1]}</span>
          </span>
        </Button>
      )}
    </>
  );
}

function RefreshRecords() {
  const records = useStore($records);
  const isBusy = records.state === 'busy' || (records.state === 'ready' && records.loading !== undefined);
  return <RefreshButton busy={isBusy} onRefresh={() => void refreshRecords()} />;
}

function Breadcrumb({ name }: { name: string }) {
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 max-sm:grow">
      <span className="text-lg text-muted @max-[46rem]:hidden">Collections</span>
      <span
        className="icon-[ri--arrow-right-s-line] shrink-0 text-muted @max-[46rem]:hidden"
        aria-hidden="true"
      />
      <h1 className="page-title" data-tooltip-clipped="">
        <bdi>{name}</bdi>
      </h1>
    </nav>
  );
}

function EditCollection({ id }: { id: string }) {
  if (usePrerendered($hidesControls, false)) return null;
  return (
    <IconButton
      icon="icon-[ri--settings-4-line]"
      label="Edit collection"
      tooltipSide="right"
      onClick={() => openCollectionEditor(id)}
    />
  );
}

/** The button of the header for which a phone has no room. */
const smallItems = (): MenuEntry[] =>
  matchMedia(SMALL).matches
    ? [menuItem('API Preview', 'icon-[ri--code-s-slash-line]', openDocs), 'separator']
    : [];

const toolItem = (label: string, icon: string, tool: RecordTool) =>
  menuItem(label, icon, () => openRecordTool(tool));

function updateItem(): MenuEntry[] {
  const view = $changedView.get();
  if (!view) return [];
  const label = `Update view “${view.name}” (${view.parts})`;
  return [menuItem(label, 'icon-[ri--save-line]', updateShownView)];
}

const itemsFor = ({ type }: Collection): MenuEntry[] => [
  ...smallItems(),
  ...updateItem(),
  toolItem('Views…', 'icon-[ri--list-check]', 'views'),
  toolItem('Build a filter…', 'icon-[ri--equalizer-line]', 'filter'),
  toolItem('Group and chart…', 'icon-[ri--bar-chart-line]', 'summary'),
  ...(type === 'view'
    ? []
    : [menuItem('Edit cells', 'icon-[ri--pencil-line]', () => $cellUse.set({ kind: 'begin' }))]),
  menuItem('Export records…', 'icon-[ri--download-line]', () => openExport()),
  ...(type === 'view'
    ? []
    : [
        toolItem('Import records…', 'icon-[ri--upload-2-line]', 'import'),
        toolItem('Changes of this session', 'icon-[ri--history-line]', 'undo'),
      ]),
];

/** Further actions of the records screen. */
function RecordsMenu({ collection }: { readonly collection: Collection }) {
  const changed = useStore($changedView);
  return (
    <MoreMenu
      label="More actions"
      mark={changed && `The list differs from the view “${changed.name}”`}
      items={() => itemsFor(collection)}
    />
  );
}

function HeaderButton({ label, ...button }: ButtonProps & { readonly label: string }) {
  const Shown = button.variant === 'primary' ? WriteButton : Button;
  return (
    <Shown {...button} aria-label={label}>
      <span className="@max-[40rem]:hidden">{label}</span>
    </Shown>
  );
}

/** In a narrow header the texts of buttons are hidden; on a phone one is in the menu: the name needs the space. */
export function RecordsHeader({ collection }: { collection: Collection | undefined }) {
  return (
    <header className="page-header @container">
      <IconButton
        variant="plain"
        className="btn btn-ghost btn-square -ml-2 sm:hidden"
        icon="icon-[ri--menu-line]"
        iconSize="size-5"
        label="Show collections"
        tooltip={undefined}
        onClick={() => $isDrawerOpen.set(true)}
      />
      {collection ? <Breadcrumb name={collection.name} /> : <h1 className="page-title">Collections</h1>}
      {collection && (
        <Toolbar label="Actions" className="contents">
          <EditCollection id={collection.id} />
          <RefreshRecords />
          <RecordsChanges />
          <HeaderButton
            label="API Preview"
            variant="ghost"
            className="ml-auto max-sm:hidden"
            icon="icon-[ri--code-s-slash-line]"
            onClick={openDocs}
          />
          <RecordsMenu collection={collection} />
          {collection.type !== 'view' && (
            <HeaderButton
              label="New record"
              variant="primary"
              icon="icon-[ri--add-line]"
              onClick={openNewRecord}
            />
          )}
        </Toolbar>
      )}
    </header>
  );
}
