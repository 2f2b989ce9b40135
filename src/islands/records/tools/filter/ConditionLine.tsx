import { useStore } from '@nanostores/react';
import { use, useId } from 'react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { Select } from '#components/form/Select.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import type { Zone } from '#domain/app/date.ts';
import type { Condition } from '#domain/records/filter-builder/builder-tree.ts';
import { describePath } from '#domain/records/filter-builder/path.ts';
import { operatorOptions } from '#domain/records/filter-builder/words.ts';
import type { FilterBuilder } from '#stores/records/filter-builder.ts';

interface Props {
  readonly builder: FilterBuilder;
  readonly condition: Condition;
  readonly place: string;
  /** Id of the `<datalist>` with the paths. */
  readonly pathsId: string;
}

/** What an input offers. */
export function Offers({ id, values }: { readonly id: string; readonly values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

/** Filters are in UTC, in whatever zone dates are shown. */
function utcHelp(text: string, zone: Zone): string {
  const shown = zone.format(text);
  return shown === text ? 'In UTC' : `In UTC, which is ${shown}`;
}

/** One condition: a field, an operator in words, a value. */
export function ConditionLine({ builder, condition, place, pathsId }: Props) {
  const { id, left, operator, right } = condition;
  const { scope } = builder;
  const valuesId = useId();
  const zone = use(ZoneContext);
  const isTried = useStore(builder.$isTried);
  const path = describePath(left, scope);
  const { type, values } = path;
  const problems = builder.problemsOf(condition);
  const value = builder.textOf(condition);
  // The day of 'until' is compared as its end.
  const compared = condition.typed?.text ?? right.slice(1, -1);
  const dateHelp = zone && type === 'date' ? utcHelp(compared, zone) : undefined;
  return (
    <section
      aria-label={`Condition ${place}`}
      className="grid grid-cols-1 items-start gap-x-3 sm:grid-cols-[5fr_4fr_5fr]"
      data-condition=""
    >
      <TextInput
        label={`Field ${place}`}
        icon={type && FIELD_ICONS[type]}
        list={pathsId}
        autoComplete="off"
        spellCheck={false}
        mono
        value={left}
        error={isTried ? problems.left : undefined}
        onChange={(path) => builder.setPath(id, path.trim())}
      />
      <Select
        label={`Comparison ${place}`}
        isFixed
        options={operatorOptions(path, operator)}
        value={operator}
        onChange={(next) => builder.setOperator(id, next)}
      />
      <TextInput
        label={`Value ${place}`}
        list={values.length ? valuesId : undefined}
        autoComplete="off"
        spellCheck={false}
        value={value ?? right}
        readOnly={value === undefined}
        placeholder={type === 'number' || type === 'bool' ? undefined : 'empty'}
        help={value === undefined ? 'Only the text of the filter can change this.' : dateHelp}
        error={isTried ? problems.right : undefined}
        onChange={(text) => builder.setValue(id, text)}
        aside={
          <IconButton
            variant="small"
            className="ml-auto"
            icon="icon-[ri--close-line]"
            label={`Remove condition ${place}`}
            onClick={() => builder.remove(id)}
          />
        }
      />
      {values.length > 0 && <Offers id={valuesId} values={values} />}
    </section>
  );
}
