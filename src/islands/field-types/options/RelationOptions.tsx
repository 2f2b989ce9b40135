import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { Select } from '#components/form/Select.tsx';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { openEditor } from '#stores/collections/editor/stack.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { MultipleSwitch } from './MultipleSwitch.tsx';
import { OptionNumber } from './OptionNumber.tsx';
import { type OptionProps, optionInputs } from './option-props.ts';

const CASCADE_INFO =
  'True: when a related record is deleted, the records that point to it are deleted too.\nFalse: they only lose the relation.';

/** The related collection, which can't be changed after the field is saved. */
function TargetSelect(props: OptionProps) {
  const { isSaved, set } = props;
  const collections = useStore($collectionList);
  const targets = collections.filter(({ type }) => type !== 'view');
  const { text } = optionInputs(props);
  return (
    <Select
      label="Select collection"
      required
      className="min-w-48 grow"
      placeholder="Select collection *"
      emptyText="No collections found"
      disabled={isSaved}
      options={targets.map(({ id, name }) => ({ value: id, label: name }))}
      {...text('collectionId')}
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

/** The related collection, the number of records, and the effect of their deletion. */
export function RelationOptions(props: OptionProps) {
  const { options, errors, set } = props;
  return (
    <>
      <div className="flex flex-wrap gap-x-3">
        <TargetSelect {...props} />
        <MultipleSwitch {...props} />
      </div>
      <div className="flex flex-wrap gap-x-3">
        {isMultiple(props) && (
          <>
            <OptionNumber {...props} name="minSelect" label="Min select" className="min-w-28 flex-1" />
            <OptionNumber {...props} name="maxSelect" label="Max select" className="min-w-28 flex-1" />
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
          error={errors['options.cascadeDelete']}
          value={options['cascadeDelete'] === true ? 'true' : 'false'}
          onChange={(value) => set('cascadeDelete', value === 'true')}
        />
      </div>
    </>
  );
}
