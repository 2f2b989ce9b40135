import { useStore } from '@nanostores/react';
import { type ClipboardEvent, type ComponentType, useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Button } from '#components/elements/Button.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { DateInput } from '#components/form/DateInput.tsx';
import { Select } from '#components/form/Select.tsx';
import { TextInput, type TextInputProps } from '#components/form/TextInput.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { isSameList } from '#domain/app/is-same-list.ts';
import { text } from '#domain/app/lenient.ts';
import { formatList, parseList, pastedList } from '#domain/app/text-list.ts';
import type { FieldType } from '#domain/backend/field.ts';
import { formatChoices, parseChoices } from '#domain/field-types/choice-list.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { MIME_PRESETS, MIME_TYPES, THUMB_FORMATS } from '#domain/field-types/file-options.ts';
import { DEFAULT_THUMB } from '#domain/field-types/file-type.ts';
import { domainInputs } from '#domain/field-types/options.ts';
import { openEditor } from '#stores/collections/editor/editor.ts';
import { $collectionList } from '#stores/collections/list.ts';
import {
  MultipleSwitch,
  OptionNumber,
  type OptionProps,
  type OptionValues,
  optionInputs,
} from './option-parts.tsx';

interface ListInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'ref'> {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly format?: (entries: readonly string[]) => string;
  readonly parse?: (text: string) => string[];
}

/** A comma-separated list: as typed until blur or a change from outside; pasted lines are one entry each. */
function ListInput(props: ListInputProps) {
  const { value, onChange, format = formatList, parse = parseList, ...rest } = props;
  const [text, setText] = useState(() => format(value));
  const shown = isSameList(parse(text), value) ? text : format(value);

  /** Pastes lines as entries; the browser would join them. */
  function pasteLines(event: ClipboardEvent<HTMLInputElement>) {
    const entries = pastedList(event.clipboardData.getData('text'), format, parse);
    if (entries === undefined) return;
    event.preventDefault();
    const { value: before, selectionStart, selectionEnd } = event.currentTarget;
    const separator = (isNeeded: boolean) => (isNeeded ? ', ' : '');
    const left = separator(/[^\s,]\s*$/.test(before.slice(0, selectionStart ?? 0)));
    const right = separator(/^\s*[^\s,]/.test(before.slice(selectionEnd ?? 0)));
    // Unlike a change of the value, it can be undone.
    document.execCommand('insertText', false, left + entries + right);
  }

  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...rest}
      onPaste={pasteLines}
      value={shown}
      onChange={(typed) => {
        setText(typed);
        onChange(parse(typed));
      }}
      onBlur={() => setText(format(value))}
    />
  );
}

const LINK = 'link cursor-pointer text-xs text-muted hover:text-base-content max-sm:min-h-10';

/** A type can have several extensions but is only one choice. */
const EXTENSIONS = Map.groupBy(MIME_TYPES, ({ mimeType }) => mimeType);
const TYPES = [...EXTENSIONS].map(([value, all]) => ({
  value,
  label: `${all.map(({ extension }) => extension).join(' ')} ${value}`,
}));

const MIME_TYPE = /^[\w.+-]+\/[\w.+*-]+$/;

function MimeTypes(props: OptionProps) {
  const types = optionInputs(props).list('mimeTypes');

  /** Adds several pasted types; a single one is searched for. */
  function pasteTypes(event: ClipboardEvent) {
    const pasted = parseList(event.clipboardData.getData('text').replaceAll(/\s+/g, ','));
    if (pasted.length < 2 || !pasted.every((type) => MIME_TYPE.test(type))) return;
    event.preventDefault();
    types.onChange([...new Set([...types.value, ...pasted])]);
  }

  return (
    <div className="flex flex-col" onPaste={pasteTypes}>
      <Select
        label="Allowed mime types"
        info={'Types of the files that are allowed.\nLeave empty for no restriction.'}
        multiple
        placeholder="No restriction"
        options={TYPES}
        {...types}
        aside={
          <Dropdown
            label="Choose presets"
            triggerClass={LINK}
            items={MIME_PRESETS.map(({ label, mimeTypes }) => ({
              label,
              onSelect: () => props.set('mimeTypes', [...mimeTypes]),
            }))}
          >
            Choose presets
          </Dropdown>
        }
      />
    </div>
  );
}

function ThumbFormats() {
  return (
    <details className="mb-2 text-xs">
      <summary className={`${LINK} list-inside`}>Supported formats</summary>
      <ul className="mt-1 flex flex-col gap-0.5 pl-4">
        {THUMB_FORMATS.map(({ format, example, text }) => (
          <li key={format}>
            <code className="font-mono font-medium">{format}</code> (eg. {example}) – {text}
          </li>
        ))}
      </ul>
    </details>
  );
}

function FileOptions(props: OptionProps) {
  const { list, toggle } = optionInputs(props);
  return (
    <>
      <MimeTypes {...props} />
      <ListInput
        label="Thumb sizes"
        info={`Additional thumb sizes for images, besides the default ${DEFAULT_THUMB}.\nThumbs are generated lazily, on their first request.`}
        placeholder="eg. 50x50, 480x720"
        help="Use comma as separator."
        {...list('thumbs')}
      />
      <ThumbFormats />
      <div className="flex flex-wrap gap-x-3">
        <OptionNumber
          {...props}
          name="maxSize"
          label="Max file size"
          help="In bytes."
          isSize
          className="min-w-40 grow"
        />
        <MultipleSwitch {...props} />
        {isMultiple({ type: props.type, ...props.options }) && (
          <OptionNumber {...props} name="max" label="Max select" className="w-28" />
        )}
      </div>
      <div className="flex items-center gap-1.5">
        <Toggle label="Protected" {...toggle('isProtected')} />
        <a
          className={`${LINK} inline-flex items-center`}
          href="https://pocketbase.io/docs/files-handling/#protected-files"
          target="_blank"
          rel="noreferrer"
          data-tooltip={
            'Only users who may view the record can open its files,\nwith a short-lived file token in the URL.'
          }
        >
          (Learn more)
        </a>
      </div>
    </>
  );
}

const SEPARATOR = 'Use comma as separator.';

export interface DomainListsProps extends OptionValues {
  readonly infoOf: (which: 'NOT' | 'ONLY') => string;
  readonly className: string;
}

/** Allowed or forbidden domains; only one of the two lists can be used. */
export function DomainLists({ infoOf, className, ...values }: DomainListsProps) {
  const { list } = optionInputs(values);
  const { exceptDisabled, onlyDisabled } = domainInputs(values.options);
  return (
    <div className={className}>
      <ListInput
        label="Except domains"
        info={`${infoOf('NOT')}\nThis field is disabled if "Only domains" is set.`}
        help={SEPARATOR}
        disabled={exceptDisabled}
        {...list('exceptDomains')}
      />
      <ListInput
        label="Only domains"
        info={`${infoOf('ONLY')}\nThis field is disabled if "Except domains" is set.`}
        help={SEPARATOR}
        disabled={onlyDisabled}
        {...list('onlyDomains')}
      />
    </div>
  );
}

function DomainOptions(props: OptionProps) {
  return (
    <DomainLists
      {...props}
      infoOf={(which) => `List of domains that are ${which} allowed.`}
      className="grid gap-x-3 sm:grid-cols-2"
    />
  );
}

const CASCADE_INFO =
  'True: when a related record is deleted, the records that point to it are deleted too.\nFalse: they only lose the relation.';

function TargetSelect(props: OptionProps) {
  const { isSaved, set } = props;
  const collections = useStore($collectionList);
  const targets = collections.filter(({ type }) => type !== 'view');
  return (
    <Select
      label="Select collection"
      required
      className="min-w-48 grow"
      placeholder="Select collection *"
      emptyText="No collections found"
      disabled={isSaved}
      options={targets.map(({ id, name }) => ({ value: id, label: name }))}
      {...optionInputs(props).text('collectionId')}
      aside={
        !isSaved && (
          <Button
            variant="ghost"
            className="h-6 px-1.5 text-xs"
            onClick={() =>
              void openEditor({ onSaved: ({ id, type }) => type !== 'view' && set('collectionId', id) })
            }
          >
            + New collection
          </Button>
        )
      }
    />
  );
}

function RelationOptions(props: OptionProps) {
  const { options, errors, set } = props;
  return (
    <>
      <div className="flex flex-wrap gap-x-3">
        <TargetSelect {...props} />
        <MultipleSwitch {...props} />
      </div>
      <div className="flex flex-wrap gap-x-3">
        {isMultiple({ type: props.type, ...props.options }) && (
          <>
            <OptionNumber {...props} name="min" label="Min select" className="min-w-28 flex-1" />
            <OptionNumber {...props} name="max" label="Max select" className="min-w-28 flex-1" />
          </>
        )}
        <Select
          label="Cascade delete"
          required
          info={CASCADE_INFO}
          className="min-w-36 flex-1"
          options={[
            { value: 'false', label: 'False' },
            { value: 'true', label: 'True' },
          ]}
          error={errors['cascades']}
          value={options['cascades'] === true ? 'true' : 'false'}
          onChange={(value) => set('cascades', value === 'true')}
        />
      </div>
    </>
  );
}

/** In UTC; the backend adds milliseconds and a Z. A picked day is included completely, as minimum and as maximum. */
function DateOptions(props: OptionProps) {
  const { text } = optionInputs(props);
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      <DateInput name="Min date" time="00:00:00" {...text('min')} />
      <DateInput name="Max date" time="23:59:59" {...text('max')} />
    </div>
  );
}

const CHOICES_HELP = 'Use comma as separator. Put a choice that contains a comma in quotes: "a, b".';

function SelectOptions(props: OptionProps) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <ListInput
        label="Choices"
        required
        className="min-w-48 grow"
        placeholder="Choices: eg. optionA, optionB"
        help={CHOICES_HELP}
        format={formatChoices}
        parse={parseChoices}
        {...optionInputs(props).list('choices')}
      />
      <MultipleSwitch {...props} />
      {isMultiple({ type: props.type, ...props.options }) && (
        <OptionNumber {...props} name="max" label="Max select" className="w-28" />
      )}
    </div>
  );
}

function Lengths(props: OptionProps) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[1fr_1fr_2fr]">
      <OptionNumber {...props} name="min" label="Min length" />
      <OptionNumber {...props} name="max" label="Max length" />
      <TextInput
        label="Regex pattern"
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder="Valid Go regular expression, eg. ^\w+$"
        {...optionInputs(props).text('pattern')}
      />
    </div>
  );
}

function TextOptions(props: OptionProps) {
  return (
    <>
      <Lengths {...props} />
      {props.options['autogenerate'] !== undefined && (
        <TextInput
          label="Autogenerate pattern"
          info="A new record without a value gets one that matches this pattern."
          mono
          autoComplete="off"
          spellCheck={false}
          placeholder="eg. [a-z0-9]{30}"
          {...optionInputs(props).text('autogenerate')}
        />
      )}
    </>
  );
}

function PasswordOptions(props: OptionProps) {
  return (
    <>
      <Lengths {...props} />
      <OptionNumber
        {...props}
        name="cost"
        label="Bcrypt cost"
        help="From 4 to 31. Each step doubles the time that a check takes."
        className="max-w-60"
      />
    </>
  );
}

function AutodateOptions(props: OptionProps) {
  const { toggle } = optionInputs(props);
  return (
    <div className="flex flex-wrap gap-x-5">
      <Toggle label="Set on create" {...toggle('onCreate')} />
      <Toggle label="Set on update" {...toggle('onUpdate')} />
    </div>
  );
}

function UnknownOptions({ options }: OptionProps) {
  return (
    <p className="text-sm text-muted">
      Atoll does not know fields of the type {text(options['typeName'])}: their options stay as they are.
    </p>
  );
}

function NumberOptions(props: OptionProps) {
  return (
    <>
      <div className="grid gap-x-3 sm:grid-cols-2">
        <OptionNumber {...props} name="min" label="Min" />
        <OptionNumber {...props} name="max" label="Max" />
      </div>
      <Toggle
        label="No decimals"
        info="Existing decimal numbers will not be affected."
        {...optionInputs(props).toggle('isWhole')}
      />
    </>
  );
}

function EditorOptions(props: OptionProps) {
  return (
    <>
      {props.options['maxSize'] !== undefined && (
        <OptionNumber {...props} name="maxSize" label="Max size (bytes)" isSize />
      )}
      <Toggle
        label="Strip urls domain"
        info="Stores links and images of this site without its domain, so that they still work after a move to another domain."
        {...optionInputs(props).toggle('stripsDomain')}
      />
    </>
  );
}

function JsonOptions(props: OptionProps) {
  return (
    <div className="mb-1 flex flex-col">
      <OptionNumber {...props} name="maxSize" label="Max size (bytes)" isSize />
      <Accordion title="String value normalizations">
        <div className="flex flex-col gap-2">
          <p>
            In order to support both <code>application/json</code> and <code>multipart/form-data</code>{' '}
            requests, a plain string that is the text of a JSON value is converted to that value:
          </p>
          <ul className="list-disc pl-5">
            <li>
              <code>"true"</code> becomes the boolean <code>true</code>, <code>"false"</code> becomes{' '}
              <code>false</code>
            </li>
            <li>
              <code>"null"</code> becomes <code>null</code>
            </li>
            <li>
              a number, <code>"[1,2,3]"</code> or <code>{'"{\\"a\\":1}"'}</code> becomes the number, the list,
              the object
            </li>
            <li>an empty string and anything else stays a string</li>
          </ul>
          <p>
            To keep such a text as a string, put it in an object, for example, or add another pair of quotes.
          </p>
        </div>
      </Accordion>
    </div>
  );
}

/** The options of every field type; bools and points have none (FO). */
export const FIELD_OPTIONS: Readonly<Record<FieldType, ComponentType<OptionProps> | undefined>> = {
  text: TextOptions,
  number: NumberOptions,
  bool: undefined,
  email: DomainOptions,
  url: DomainOptions,
  editor: EditorOptions,
  date: DateOptions,
  select: SelectOptions,
  json: JsonOptions,
  file: FileOptions,
  relation: RelationOptions,
  autodate: AutodateOptions,
  password: PasswordOptions,
  geoPoint: undefined,
  unknown: UnknownOptions,
};
