import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { truncate } from '#domain/app/value-text.ts';
import { QUERIES_OWNER } from '#domain/sql/saved.ts';
import { NamedItemsPanel } from '#islands/NamedItemsPanel.tsx';
import { $text, takeText } from '#stores/sql/console.ts';
import { queries, saveQuery } from '#stores/sql/saved.ts';

const WORDS = {
  title: 'Saved queries',
  one: 'query',
  use: 'Use',
  empty: 'No queries yet. Type one, then save it here.',
};

function SaveQuery() {
  const known = queries.of(QUERIES_OWNER, useStore(queries.$items));
  const text = useStore($text);
  const [name, setName] = useState('');
  const label = name.trim();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!label || !text.trim()) return;
    saveQuery(label, text);
    setName('');
  }
  const help = known.some((one) => one.name === label)
    ? 'Replaces the query with this name.'
    : 'It keeps the text of the editor. Where arrangements are shared, all see it.';
  return (
    <form className="mb-3 space-y-2" autoComplete="off" noValidate onSubmit={submit}>
      <TextInput label="Name of a new query" value={name} onChange={setName} help={help} />
      <div className="flex justify-end">
        <Button variant="primary" type="submit" aria-disabled={!label || !text.trim() || undefined}>
          Save query
        </Button>
      </div>
    </form>
  );
}

export default function SavedPanel({ onClose }: { readonly onClose: () => void }) {
  return (
    <NamedItemsPanel
      items={queries}
      collection={QUERIES_OWNER}
      words={WORDS}
      onUse={async ({ sql }) => {
        if (await takeText(sql)) onClose();
      }}
      onClose={onClose}
      note={({ sql }) => truncate(sql.replace(/\s+/g, ' '), 120)}
    >
      <SaveQuery />
    </NamedItemsPanel>
  );
}
