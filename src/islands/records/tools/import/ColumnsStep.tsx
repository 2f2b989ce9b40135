import { useStore } from '@nanostores/react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Callout } from '#components/feedback/Callout.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { Select } from '#components/form/Select.tsx';
import type { SelectOption } from '#components/form/select-option.ts';
import { TextInput } from '#components/form/TextInput.tsx';
import { countText } from '#domain/app/count-text.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { slugify } from '#domain/collections/editor/names.ts';
import type { ColumnType, ShownType } from '#domain/field-types/field-type.ts';
import { FIELD_TYPE_LABELS, fieldTypeLabel } from '#domain/field-types/labels.ts';
import { type ColumnChoice, hasOldIds, NOT_CHOSEN } from '#domain/records/import/choices.ts';
import {
  type FileColumn,
  importFields,
  type MappedColumn,
  type Misfits,
  type Way,
} from '#domain/records/import/plan.ts';
import { readWay, waysOf } from '#domain/records/import/values.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { idFieldOf } from '#domain/records/record-id.ts';
import { $collectionList } from '#stores/collections/list.ts';
import type { Import } from '#stores/records/import/import.ts';
import { UnlinkNote } from '../UnlinkNote.tsx';

const NEW = 'new';
const FIELD = 'field:';

const typeOf = ({ kind, name }: FormField): ColumnType =>
  name === 'username' ? 'username' : kind === 'password' ? 'text' : kind;

const fieldOption = (field: FormField): SelectOption => ({
  value: `${FIELD}${field.name}`,
  label: `${field.name} (${field.kind === 'password' ? 'Password' : fieldTypeLabel(typeOf(field))})`,
  icon: FIELD_ICONS[typeOf(field)],
});

/** Types that a column can become: one of texts has no files, relations or choices. */
const newTypes = ({ files }: FileColumn): readonly SelectOption[] =>
  FIELD_TYPE_LABELS.filter(
    ({ type }) => !['relation', 'select'].includes(type) && (type !== 'file' || files !== undefined),
  ).map(({ type, label }) => ({ value: type, label, icon: FIELD_ICONS[type] }));

function misfitText({ count, first }: Misfits): string {
  const [one] = first;
  if (!one) return '';
  const rows = first.map(({ row }) => row).join(', ');
  const which =
    count === 1 ? `1 value does not fit, in row ${rows}` : `${count} values do not fit, in rows ${rows}`;
  return `${which}${count > first.length ? ', …' : ''}: “${one.text}”. ${one.message}`;
}

function roundedText({ count, row, text, stored }: NonNullable<Misfits['rounded']>): string {
  const which = count === 1 ? '1 value' : `${count} values`;
  return `${which} will be stored with fewer digits: “${text}” in row ${row} as “${stored}”.`;
}

interface LineProps {
  readonly session: Import;
  readonly column: FileColumn;
  readonly at: number;
}

type ChoiceProps = LineProps & { readonly choice: ColumnChoice };

function NewField({ session, column, choice, at }: ChoiceProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      <TextInput
        label="New field"
        mono
        value={choice.name}
        onChange={(name) => session.columns.setColumn(at, { name: slugify(name) })}
      />
      <Select
        label="Type"
        required
        value={choice.type}
        options={newTypes(column)}
        onChange={(type) => session.columns.setColumn(at, { type: type as ShownType })}
      />
    </div>
  );
}

function LookupKey({ session, choice, at, related }: ChoiceProps & { readonly related: Collection }) {
  const keys = useStore(session.columns.$lookupKeys).get(related.id) ?? [];
  return (
    <Select
      label={`Records of ${related.name} found by`}
      placeholder="id"
      value={choice.key === 'id' ? '' : choice.key}
      options={keys.map((value) => ({ value }))}
      emptyText="No field is unique or presentable."
      onChange={(key) => session.columns.setColumn(at, { key: key || 'id' })}
    />
  );
}

const WAY_LABELS: Readonly<Record<Way, string>> = {
  point: 'Decimal point: 1,234.5',
  comma: 'Decimal comma: 1.234,5',
  dmy: 'Day before month: 31.12.2024',
  mdy: 'Month before day: 12/31/2024',
};

function Reading({ session, column, at, mapped }: LineProps & { readonly mapped: MappedColumn }) {
  const { kind } = mapped.field;
  const guess = column.ways?.[kind];
  const { way, nulls } = mapped.reading ?? {};
  const example = guess && readWay(kind, guess.text, way);
  return (
    <>
      {example && (
        <Select
          label={kind === 'number' ? `Numbers of ${column.name}` : `Dates of ${column.name}`}
          placeholder="Choose how they are written"
          required={way !== 'each'}
          value={way === 'each' ? '' : (way ?? '')}
          options={waysOf(kind).map((value) => ({ value, label: WAY_LABELS[value] }))}
          help={
            <bdi className="wrap-anywhere">
              {'problem' in example
                ? example.problem
                : `For example, “${guess.text}” is read as ${example.text || 'empty'}.`}
            </bdi>
          }
          onChange={(value) =>
            session.columns.setColumn(at, { way: (value || undefined) as Way | undefined })
          }
        />
      )}
      {column.nulls && (
        <Toggle
          label={`Read ${column.nulls.map((text) => `“${text}”`).join(', ')} as empty`}
          checked={nulls === true}
          onChange={(isEmpty) => session.columns.setColumn(at, { nulls: isEmpty })}
        />
      )}
    </>
  );
}

function ColumnLine(props: LineProps) {
  const { session, column, at } = props;
  const choice = useStore(session.columns.$choices)[at];
  const misfits = useStore(session.columns.$misfits).get(at);
  const mapped = useStore(session.columns.$plan).columns.find((one) => one.column === at);
  const collection = useStore(session.columns.$collection);
  const collections = useStore($collectionList);
  const { newName } = useStore(session.columns.$options);
  const content = useStore(session.$content);
  if (!choice) return null;
  const fields = importFields(collection, content?.files !== undefined).filter(
    ({ kind }) => newName === undefined || kind === 'id',
  );
  const field = ownFields(collection).find(({ name }) => choice.use === 'field' && name === choice.name);
  const related = field?.type === 'relation' ? relatedTo(field, collections) : undefined;

  function choose(value: string) {
    if (value === NEW) session.columns.setNewField(at);
    else if (value === '') session.columns.setColumn(at, NOT_CHOSEN);
    else session.columns.setColumn(at, { use: 'field', name: value.slice(FIELD.length), key: 'id' });
  }

  return (
    <>
      <Select
        label={column.name}
        placeholder="Do not import"
        value={choice.use === 'field' ? `${FIELD}${choice.name}` : choice.use === 'new' ? NEW : ''}
        options={[
          ...fields.map(fieldOption),
          { value: NEW, label: 'New field', icon: 'icon-[ri--add-line]' },
        ]}
        help={
          <>
            <bdi className="wrap-anywhere">{column.samples.join(' · ') || 'Empty'}</bdi>
            {choice.use !== 'none' && misfits?.rounded && (
              <span className="block wrap-anywhere">{roundedText(misfits.rounded)}</span>
            )}
          </>
        }
        error={choice.use === 'none' || !misfits ? '' : misfitText(misfits)}
        onChange={choose}
      />
      {choice.use === 'new' && <NewField {...props} choice={choice} />}
      {mapped && <Reading {...props} mapped={mapped} />}
      {related && <LookupKey {...props} choice={choice} related={related} />}
    </>
  );
}

function Notes({ session }: { readonly session: Import }) {
  const collection = useStore(session.columns.$collection);
  const missing = useStore(session.columns.$missing);
  const repeated = useStore(session.columns.$repeated);
  const choices = useStore(session.columns.$choices);
  const columns = useStore(session.$content)?.columns ?? [];
  const hasPassword = choices.some(({ use, name }) => use === 'field' && name === 'password');
  const { newName } = useStore(session.columns.$options);
  const into = newName === undefined ? collection : undefined;
  const oldIds = columns.find((column) => hasOldIds(column, into));
  const whose = into && idFieldOf(into) ? 'this collection' : 'PocketBase, which have 15 characters';
  const isOldKept = choices.some(({ use }, at) => use !== 'none' && columns[at] === oldIds);
  const renamed = choices.filter(({ use }, at) => use === 'new' && /^\d/.test(columns[at]?.name ?? ''));
  const others = missing.filter((name) => !/^password(Confirm)?$/.test(name));
  const isField = (name: string) => importFields(collection, true).some((field) => field.name === name);
  const notes = [
    repeated.size > 0 && `Two columns go to ${[...repeated].join(', ')}. Choose one of them.`,
    others.length > 0 && `New records need a value here, but no column has it: ${others.join(', ')}.`,
    collection.type === 'auth' &&
      (hasPassword
        ? 'New records get the passwords of the file, but no hashes. Records that exist keep theirs.'
        : 'Without a column of passwords, new records need random ones, which the check offers.'),
    oldIds &&
      `The values of ${oldIds.name}, such as ${oldIds.samples[0]}, are no ids of ${whose}: new records get their own ids${isOldKept ? '' : ', and this column is left out'}.`,
    renamed.length > 0 &&
      `Filters and rules can’t use names that begin with a digit. New names: ${renamed.map(({ name }) => name).join(', ')}.`,
    columns.some(({ name }) => (name === 'created' || name === 'updated') && !isField(name)) &&
      'The backend sets created and updated itself.',
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
  const { newName } = useStore(session.columns.$options);
  const nameError = useStore(session.$nameError);
  return (
    <div className="mb-3">
      <Toggle
        label="Create a new collection from these columns"
        checked={newName !== undefined}
        onChange={session.columns.setNewCollection}
      />
      {newName !== undefined && (
        <TextInput
          className="max-w-sm"
          label="Name of the new collection"
          required
          mono
          value={newName}
          error={nameError}
          onChange={(name) => session.columns.setOptions({ newName: slugify(name) })}
        />
      )}
    </div>
  );
}

function MatchFields({ session }: { readonly session: Import }) {
  const { match, onMatch, newName } = useStore(session.columns.$options);
  const unique = useStore(session.columns.$unique);
  const choices = useStore(session.columns.$choices);
  const collection = useStore(session.columns.$collection);
  if (newName !== undefined) return null;
  const filled = choices.flatMap(({ use, name }) => (use === 'field' ? [name] : []));
  const keys = ['id', ...unique].filter((name) => filled.includes(name));
  const updates = match !== '' && onMatch === 'update';
  return (
    <div className="grid gap-x-4 border-t border-base-300 pt-3 sm:grid-cols-2">
      <Select
        label="Find existing records by"
        placeholder="None: create a record of each row"
        value={match}
        options={keys.map((value) => ({ value }))}
        emptyText="No column is an id or a unique field."
        help="By id or by a unique field. The same file again then changes nothing."
        onChange={(field) => session.columns.setOptions({ match: field })}
      />
      {match !== '' && (
        <Toggle
          className="sm:pt-5"
          label="Skip rows whose record exists"
          help="If off, the imported fields of the record are updated."
          checked={onMatch === 'skip'}
          onChange={(skips) => session.columns.setOptions({ onMatch: skips ? 'skip' : 'update' })}
        />
      )}
      {updates && (
        <div className="sm:col-span-2">
          <UnlinkNote collection={collection} names={filled} />
        </div>
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
