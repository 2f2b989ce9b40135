import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import type { Collection } from '#domain/backend/collection.ts';
import { NamedItemsPanel } from '#islands/NamedItemsPanel.tsx';
import { $activeCollection } from '#stores/collections/list.ts';
import { closeRecordTool } from '#stores/records/tools.ts';
import { $applied, chooseView, saveView, updateView, views } from '#stores/records/views.ts';

const WORDS = {
  title: 'Views',
  one: 'view',
  use: 'Show',
  always: 'when the collection is opened',
  empty: 'No views yet. Filter, sort and arrange the list, then save it here.',
};

function SaveView({ collection }: { readonly collection: Collection }) {
  const known = views.of(collection, useStore(views.$items));
  const [name, setName] = useState('');
  const [isDefault, setIsDefault] = useState(false);
  const label = name.trim();
  function submit(event: FormEvent) {
    event.preventDefault();
    saveView(collection, { name: label, isDefault });
    setName('');
    setIsDefault(false);
  }
  return (
    <form className="mb-3 space-y-2" autoComplete="off" noValidate onSubmit={submit}>
      <TextInput
        label="Name of a new view"
        value={name}
        onChange={setName}
        help={
          known.some((one) => one.name === label)
            ? 'Replaces the view with this name.'
            : 'It keeps the filter, the sort and the columns of this list.'
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Toggle label="Use when the collection is opened" checked={isDefault} onChange={setIsDefault} />
        {/* Browsers would take the focus from a disabled button after a save. */}
        <Button variant="primary" type="submit" aria-disabled={!label || undefined}>
          Save as view
        </Button>
      </div>
    </form>
  );
}

function ShownView() {
  const applied = useStore($applied);
  if (!applied) return null;
  const { view, parts } = applied;
  const isChanged = parts.length > 0;
  return (
    <Callout
      kind={isChanged ? 'warning' : 'info'}
      className="mb-3"
      role="status"
      actions={
        <>
          {isChanged && <Button onClick={updateView}>Update view</Button>}
          <Button onClick={() => chooseView('')}>Show all records</Button>
        </>
      }
    >
      {isChanged ? 'The list differs from' : 'The list shows'} “<bdi>{view.name}</bdi>”
      {isChanged && ` in: ${parts.join(', ')}`}.
    </Callout>
  );
}

export default function ViewsPanel() {
  const collection = useStore($activeCollection);
  const shown = useStore($applied)?.view.id;
  if (!collection) return null;
  return (
    <NamedItemsPanel
      items={views}
      collection={collection}
      words={WORDS}
      onUse={({ id }) => {
        closeRecordTool();
        chooseView(id);
      }}
      onClose={closeRecordTool}
      note={({ id }) => (id === shown ? 'On screen' : undefined)}
    >
      <ShownView />
      <SaveView collection={collection} />
    </NamedItemsPanel>
  );
}
