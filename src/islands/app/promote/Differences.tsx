import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ChangeLabel } from '#components/diff/ChangeLabel.tsx';
import { DiffTable } from '#components/diff/DiffTable.tsx';
import { Losses } from '#components/diff/Losses.tsx';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Checkbox } from '#components/form/ChoiceField.tsx';
import { countText } from '#domain/app/count-text.ts';
import {
  type Difference,
  type DifferenceGroup,
  differencesOf,
  isPromotable,
  labelsOf,
} from '#domain/promote/difference.ts';
import { $promoteImpact, $selected, type Comparison, selectDifferences } from '#stores/promote/compare.ts';

const KINDS = { added: 'New', changed: 'Changed', removed: 'Only there' } as const;

interface LineProps {
  readonly difference: Difference;
  readonly sides: Comparison['sides'];
  readonly labels: ReadonlyMap<string, string>;
}

function DifferenceLine({ difference, sides, labels }: LineProps) {
  const { id, label, kind, rows, refusal, needs } = difference;
  const isSelected = useStore($selected).has(id);
  const needed = needs.map((need) => labels.get(need)).filter(Boolean);
  const help = refusal ?? (needed.length ? `Needs: ${needed.join(', ')}. Selected with it.` : undefined);
  return (
    <li className="py-2">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3">
        <Checkbox
          label={label}
          help={help}
          checked={isSelected}
          disabled={!isPromotable(difference)}
          onChange={(isOn) => selectDifferences([id], isOn)}
        />
        <ChangeLabel kind={kind} text={KINDS[kind]} />
      </div>
      <DiffTable
        name={label}
        diff={{ rows, fields: [] }}
        sides={[`${sides.to.name} now`, `As in ${sides.from.name}`]}
      />
    </li>
  );
}

interface GroupProps extends Pick<LineProps, 'sides' | 'labels'> {
  readonly group: DifferenceGroup;
}

function Group({ group, sides, labels }: GroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const selected = useStore($selected);
  const { name, kind, note, differences } = group;
  const promotable = differences.filter(isPromotable);
  const chosen = promotable.filter(({ id }) => selected.has(id)).length;
  const all = promotable.map(({ id }) => id);
  return (
    <Accordion
      title={<bdi>{name}</bdi>}
      onToggle={setIsOpen}
      aside={
        <>
          <span className="text-xs text-muted tabular-nums">
            {chosen ? `${chosen} of ${differences.length}` : differences.length}
          </span>
          <ChangeLabel kind={kind} text={KINDS[kind]} />
        </>
      }
    >
      {isOpen && (
        <>
          {note && <p className="text-muted">{note}</p>}
          {all.length > 1 && (
            <Checkbox
              label={`All of ${name}`}
              checked={chosen === all.length}
              indeterminate={chosen > 0 && chosen < all.length}
              onChange={(isOn) => selectDifferences(all, isOn)}
            />
          )}
          <ul className="divide-y divide-base-300">
            {differences.map((difference) => (
              <DifferenceLine key={difference.id} difference={difference} sides={sides} labels={labels} />
            ))}
          </ul>
        </>
      )}
    </Accordion>
  );
}

interface SectionProps {
  readonly title: string;
  readonly groups: readonly DifferenceGroup[];
  readonly comparison: Comparison;
}

function Section({ title, groups, comparison }: SectionProps) {
  const labels = labelsOf(groups);
  const count = differencesOf(groups).length;
  return (
    <section className="mb-4">
      <h2 className="mb-1 font-semibold">
        {title}: {count ? countText(count, 'difference', 'differences') : 'no differences'}
      </h2>
      <div className="flex flex-col gap-1">
        {groups.map((group) => (
          <Group key={group.id} group={group} sides={comparison.sides} labels={labels} />
        ))}
      </div>
    </section>
  );
}

export function Differences({ comparison }: { readonly comparison: Comparison }) {
  return (
    <>
      <Losses {...useStore($promoteImpact)} />
      <Section title="Collections" groups={comparison.collections} comparison={comparison} />
      <Section title="Settings" groups={comparison.settings} comparison={comparison} />
    </>
  );
}
