import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { NameSearch } from '#components/form/NameSearch.tsx';
import { useIsSmall } from '#components/hooks/use-is-small.ts';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import { CollectionsFailed } from '#islands/CollectionsFailed.tsx';
import { $hidesControls } from '#stores/app/settings.ts';
import { openNewCollection } from '#stores/collections/editor/open.ts';
import { $collections } from '#stores/collections/list.ts';
import {
  $diagram,
  $hasInternal,
  $isMoved,
  $matches,
  $placed,
  $search,
  $selected,
  $showsInternal,
  arrangeAgain,
  retryArranging,
  saveDiagram,
  search,
  startSchema,
  stepMatch,
} from '#stores/collections/schema/diagram.ts';
import { EditorHost } from '../EditorHost.tsx';
import { SchemaCanvas } from './SchemaCanvas.tsx';
import { SchemaOutline } from './SchemaOutline.tsx';

function SchemaSkeleton() {
  return (
    <div role="status" className="flex flex-wrap gap-8 p-8" data-skeleton="">
      <span className="sr-only">Loading the schema...</span>
      {Array.from({ length: 6 }, (_, tile) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a skeleton keep their order.
        <Skeleton key={tile} className="h-40 w-55" />
      ))}
    </div>
  );
}

const TABS = [
  { id: 'diagram', title: 'Diagram' },
  { id: 'outline', title: 'Outline' },
] as const;
type TabId = (typeof TABS)[number]['id'];

function Diagram() {
  const placed = useStore($placed);
  if (placed.state === 'busy') return <SchemaSkeleton />;
  if (placed.state === 'failed') {
    return (
      <ErrorState title="The diagram could not be drawn." error={placed.error} onRetry={retryArranging} />
    );
  }
  return <SchemaCanvas {...placed.value} />;
}

function Empty() {
  return (
    <EmptyState text="No collections yet.">
      {!useStore($hidesControls) && (
        <Button icon="icon-[ri--add-line]" onClick={openNewCollection}>
          New collection
        </Button>
      )}
    </EmptyState>
  );
}

/** Finds collections by their names and fields; Enter goes to the next match. */
function SchemaSearch() {
  const text = useStore($search);
  const matches = useStore($matches);
  const at = matches.indexOf(useStore($selected) ?? '') + 1;
  const isOff = matches.length < 2;
  return (
    <form
      className="flex min-w-0 items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        stepMatch(1);
      }}
    >
      <NameSearch value={text} onChange={search} />
      <span role="status" className="whitespace-nowrap text-xs text-muted tabular-nums">
        {text.trim() && (matches.length ? `${at || '–'} of ${matches.length}` : 'None found')}
      </span>
      {text.trim() && (
        <>
          <IconButton
            icon="icon-[ri--arrow-up-s-line]"
            label="Previous match"
            aria-disabled={isOff}
            onClick={() => stepMatch(-1)}
          />
          <IconButton
            icon="icon-[ri--arrow-down-s-line]"
            label="Next match"
            aria-disabled={isOff}
            onClick={() => stepMatch(1)}
          />
        </>
      )}
    </form>
  );
}

function Views() {
  const load = useStore($collections);
  const diagram = useStore($diagram);
  const isMoved = useStore($isMoved);
  const isReady = useStore($placed).state === 'ready';
  const isSmall = useIsSmall();
  const hasInternal = useStore($hasInternal);
  const showsInternal = useStore($showsInternal);
  const internalLabel = showsInternal ? 'Hide system collections' : 'Show system collections';
  const [chosen, setChosen] = useState<TabId>();
  if (load.state === 'busy') return <SchemaSkeleton />;
  if (load.state === 'failed') return <CollectionsFailed error={load.error} />;
  if (!diagram.tiles.length) return <Empty />;
  // A phone shows a few names of a diagram at most.
  const tab = chosen ?? (isSmall ? 'outline' : 'diagram');
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 pb-2">
        <Tabs id="schema" label="View" tabs={TABS} selected={tab} onSelect={setChosen} variant="labels" />
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <SchemaSearch />
          <MoreMenu
            label="Diagram actions"
            disabled={!isReady}
            items={[
              { label: 'Save as SVG', onSelect: () => void saveDiagram('svg') },
              { label: 'Save as PNG', onSelect: () => void saveDiagram('png') },
              'separator',
              { label: 'Arrange again', disabled: !isMoved, onSelect: arrangeAgain },
              ...(hasInternal
                ? [{ label: internalLabel, onSelect: () => $showsInternal.set(!showsInternal) }]
                : []),
            ]}
          />
        </div>
      </div>
      <div
        {...tabPanelProps('schema', tab)}
        className="flex min-h-0 flex-1 flex-col border-t border-base-300"
      >
        {tab === 'diagram' ? <Diagram /> : <SchemaOutline diagram={diagram} />}
      </div>
    </>
  );
}

export default function SchemaContent() {
  useEffect(startSchema, []);
  return (
    <>
      <Views />
      <EditorHost />
    </>
  );
}
