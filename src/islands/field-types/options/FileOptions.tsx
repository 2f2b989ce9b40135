import type { ClipboardEvent } from 'react';
import { ListInput } from '#components/form/ListInput.tsx';
import { Select } from '#components/form/Select.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { parseList } from '#domain/app/text-list.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { MIME_PRESETS, MIME_TYPES, THUMB_FORMATS } from '#domain/field-types/file-options.ts';
import { DEFAULT_THUMB } from '#domain/field-types/file-type.ts';
import { MultipleSwitch } from './MultipleSwitch.tsx';
import { OptionNumber } from './OptionNumber.tsx';
import { type OptionProps, optionInputs } from './option-props.ts';

const LINK = 'link cursor-pointer text-xs text-muted hover:text-base-content max-sm:min-h-10';

/** A type can have several extensions but is only one choice. */
const EXTENSIONS = Map.groupBy(MIME_TYPES, ({ mimeType }) => mimeType);
const TYPES = [...EXTENSIONS].map(([value, all]) => ({
  value,
  label: `${all.map(({ extension }) => extension).join(' ')} ${value}`,
}));

const MIME_TYPE = /^[\w.+-]+\/[\w.+*-]+$/;

function MimeTypes(props: OptionProps) {
  const { list } = optionInputs(props);
  const types = list('mimeTypes');

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

/** The supported formats of thumb sizes, with their effects. */
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

/** Types, thumbs, size, number and protection of files. */
export function FileOptions(props: OptionProps) {
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
        {isMultiple(props) && (
          <OptionNumber {...props} name="maxSelect" label="Max select" className="w-28" />
        )}
      </div>
      <div className="flex items-center gap-1.5">
        <Toggle label="Protected" {...toggle('protected')} />
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
