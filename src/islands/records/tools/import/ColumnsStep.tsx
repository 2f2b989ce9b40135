import { useStore } from '@nanostores/react';
import { Callout } from '#components/feedback/Callout.tsx';
import { Select } from '#components/form/Select.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { countText } from '#domain/app/count-text.ts';
import { slugify } from '#domain/collections/editor/names.ts';
import { hasOldIds } from '#domain/records/import/choices.ts';
import type { Import } from '#stores/records/import/import.ts';
import { ColumnLine } from './ColumnLine.tsx';

/** Columns that only the backend fills. */
const AUTOMATIC = new Set(['created', 'updated']);

function Notes({ session }: { readonly session: Import }) {
  const collection = useStore(session.$collection);
  const missing = useStore(session.$missing);
  const repeated = useStore(session.$repeated);
  const choices = useStore(session.$choices);
  const file = useStore(session.$file);
  const columns = file.state === 'ready' ? file.content.columns : [];
  const hasPassword = choices.some(({ use, name }) => use === 'field' && name === 'password');
  const oldIds = columns.find(hasOldIds);
  const isOldKept = choices.some(({ use }, at) => use !== 'none' && columns[at] === oldIds);
  const renamed = choices.filter(({ use }, at) => use === 'new' && /^\d/.test(columns[at]?.name ?? ''));
  const others = missing.filter((name) => !/^password(Confirm)?$/.test(name));
  const notes = [
    repeated.size > 0 && `Two columns go to ${[...repeated].join(', ')}. Choose one of them.`,
    others.length > 0 && `New records need a value here, but no column has it: ${others.join(', ')}.`,
    collection.type === 'auth' &&
      (hasPassword
        ? 'New records get the passwords of the file, but no hashes. Records that exist keep theirs.'
        : 'Without a column of passwords, new records need random ones, which the check offers.'),
    oldIds &&
      `The values of ${oldIds.name}, such as ${oldIds.samples[0]}, are no ids of PocketBase, which have 15 characters: new records get their own ids${isOldKept ? '' : ', and this column is left out'}.`,
    renamed.length > 0 &&
      `Filters and rules can’t use names that begin with a digit. New names: ${renamed.map(({ name }) => name).join(', ')}.`,
    columns.some(({ name }) => AUTOMATIC.has(name)) && 'The backend sets created and updated itself.',
  ].filter((note) => typeof note === 'string');
  return (
    notes.length > 0 && (
      <Callout kind={repeated.size || others.length ? 'warning' : 'info'} role="status" className="mb-3">
        {notes.map((note) => (
          <p key={note} className="wrap-anywhere">
            {note}
          </p>
        ))}
      </Callout>
    )
  );
}

function NewCollection({ session }: { readonly session: Import }) {
  const { newName } = useStore(session.$options);
  const nameError = useStore(session.$nameError);
  return (
    <div className="mb-3">
      <Toggle
        label="Create a new collection from these columns"
        checked={newName !== undefined}
        onChange={session.setNewCollection}
      />
      {newName !== undefined && (
        <TextInput
          className="max-w-sm"
          label="Name of the new collection"
          required
          mono
          value={newName}
          error={nameError}
          onChange={(name) => session.setOptions({ newName: slugify(name) })}
        />
      )}
    </div>
  );
}

/** How rows find records that exist, and what happens with these. */
function MatchFields({ session }: { readonly session: Import }) {
  const { match, onMatch, newName } = useStore(session.$options);
  const unique = useStore(session.$unique);
  const choices = useStore(session.$choices);
  if (newName !== undefined) return null;
  const isFilled = (field: string) => choices.some(({ use, name }) => use === 'field' && name === field);
  const keys = ['id', ...unique].filter(isFilled);
  return (
    <div className="grid gap-x-4 border-t border-base-300 pt-3 sm:grid-cols-2">
      <Select
        label="Find existing records by"
        placeholder="None: create a record of each row"
        value={match}
        options={keys.map((value) => ({ value }))}
        emptyText="No column is an id or a unique field."
        help="By id or by a unique field. The same file again then changes nothing."
        onChange={(field) => session.setOptions({ match: field })}
      />
      {match !== '' && (
        <Toggle
          className="sm:pt-5"
          label="Skip rows whose record exists"
          help="If off, the imported fields of the record are updated."
          checked={onMatch === 'skip'}
          onChange={(skips) => session.setOptions({ onMatch: skips ? 'skip' : 'update' })}
        />
      )}
    </div>
  );
}

/** Which column goes to which field. */
export function ColumnsStep({ session }: { readonly session: Import }) {
  const file = useStore(session.$file);
  if (file.state !== 'ready') return null;
  const { columns, count, files, blank } = file.content;
  const sizes = [
    countText(count, 'row', 'rows'),
    countText(columns.length, 'column', 'columns'),
    ...(files === undefined ? [] : [countText(files, 'file', 'files')]),
    ...(blank ? [`${countText(blank, 'empty row', 'empty rows')} skipped`] : []),
  ];
  return (
    <>
      <p className="pb-3">
        <bdi>{file.name}</bdi>: {sizes.join(', ')}
      </p>
      <Notes session={session} />
      <NewCollection session={session} />
      <ul aria-label="Columns" className="grid gap-x-4 sm:grid-cols-2">
        {columns.map(
          (column, at) =>
            !(column.isNameless && column.isEmpty) && (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity; names may be repeated.
              <li key={at} className="min-w-0">
                <ColumnLine session={session} column={column} at={at} />
              </li>
            ),
        )}
      </ul>
      <MatchFields session={session} />
    </>
  );
}
