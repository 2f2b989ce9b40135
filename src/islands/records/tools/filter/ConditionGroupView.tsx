import { useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Select } from '#components/form/Select.tsx';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import type { ConditionGroup } from '#domain/records/filter-builder/builder-tree.ts';
import type { FilterBuilder } from '#stores/records/filter-builder.ts';
import { ConditionLine } from './ConditionLine.tsx';

const JOINS = [
  { value: '&&', label: 'all of these' },
  { value: '||', label: 'any of these' },
];

interface Props {
  readonly builder: FilterBuilder;
  readonly group: ConditionGroup;
  /** As of the lines. */
  readonly pathsId: string;
  /** Where it is, such as `2.1`; empty for the whole filter. */
  readonly place?: string;
}

/** Conditions and further groups, all or any of which must be true. */
export function ConditionGroupView({ builder, group, pathsId, place = '' }: Props) {
  const lines = useRef<HTMLDivElement>(null);
  useFocusInList(lines, ':scope > [data-condition]', group.items.length);
  const focusNew = useFocusOn(lines, `[data-lines="${group.id}"] > :last-child input`);
  const placeOf = (index: number) => `${place && `${place}.`}${index + 1}`;
  return (
    <section
      aria-label={place ? `Group ${place}` : 'Conditions'}
      className={place ? 'rounded-box border border-base-300 p-3' : ''}
      data-condition={place ? '' : undefined}
    >
      <Select
        label={place ? `Group ${place}: records match` : 'Records match'}
        isFixed
        className="max-w-60"
        options={JOINS}
        value={group.join}
        onChange={(join) => builder.setJoin(group.id, join === '||' ? '||' : '&&')}
        aside={
          place && (
            <IconButton
              variant="small"
              icon="icon-[ri--close-line]"
              label={`Remove group ${place}`}
              onClick={() => builder.remove(group.id)}
            />
          )
        }
      />
      <div ref={lines} data-lines={group.id} className="flex flex-col gap-2">
        {group.items.map((item, index) =>
          item.kind === 'group' ? (
            <ConditionGroupView key={item.id} {...{ builder, pathsId }} group={item} place={placeOf(index)} />
          ) : (
            <ConditionLine key={item.id} {...{ builder, pathsId }} condition={item} place={placeOf(index)} />
          ),
        )}
      </div>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button
          icon="icon-[ri--add-line]"
          onClick={() => {
            builder.addCondition(group.id);
            focusNew();
          }}
        >
          Add condition
        </Button>
        <Button
          variant="ghost"
          icon="icon-[ri--add-line]"
          onClick={() => {
            builder.addGroup(group.id);
            focusNew();
          }}
        >
          Add group
        </Button>
      </div>
    </section>
  );
}
