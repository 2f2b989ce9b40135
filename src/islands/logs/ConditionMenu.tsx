import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { canCondition } from '#domain/logs/conditions.ts';
import { addConditions } from '#stores/logs/query.ts';

interface Props {
  /** `level`, `message` or a member of the data: `data.status`. */
  readonly path: string;
  readonly value: unknown;
}

/** A menu with 'is' and 'is not', which become removable parts of the filter; none if the value cannot be compared. */
export function ConditionMenu({ path, value }: Props) {
  if (!canCondition(path, value)) return null;
  return (
    <Dropdown
      label={`Filter by ${path}`}
      tooltip="Filter by this value"
      tooltipSide="left"
      triggerClass="log-filter btn btn-ghost btn-square btn-xs max-sm:size-10"
      items={[
        { heading: path },
        {
          key: 'is',
          label: 'is',
          icon: 'icon-[ri--filter-line]',
          onSelect: () => addConditions({ path, operator: 'is', value }),
        },
        {
          key: 'is-not',
          label: 'is not',
          icon: 'icon-[ri--filter-off-line]',
          onSelect: () => addConditions({ path, operator: 'isNot', value }),
        },
      ]}
    >
      <span aria-hidden="true" className="icon-[ri--filter-line] size-3.5" />
    </Dropdown>
  );
}
