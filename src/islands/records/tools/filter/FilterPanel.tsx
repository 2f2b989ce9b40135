import { useStore } from '@nanostores/react';
import { use, useId, useMemo, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { Callout } from '#components/feedback/Callout.tsx';
import { Select } from '#components/form/Select.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { Zone } from '#domain/app/date.ts';
import type { FilterScope } from '#domain/collections/filter-completions.ts';
import type { Condition, ConditionGroup } from '#domain/records/filter-builder/builder-tree.ts';
import { describePath, offeredPaths } from '#domain/records/filter-builder/path.ts';
import { operatorOptions } from '#domain/records/filter-builder/words.ts';
import { useSaveForm } from '#islands/use-save-form.tsx';
import { createFilterBuilder, type FilterBuilder } from '#stores/records/filter-builder.ts';
import { $filterScope } from '#stores/records/list.ts';
import { closeRecordTool } from '#stores/records/tools.ts';

interface LineProps {
  readonly builder: FilterBuilder;
  readonly condition: Condition;
  readonly place: string;
  readonly pathsId: string;
}

function Offers({ id, values }: { readonly id: string; readonly values: readonly string[] }) {
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
export function ConditionLine({ builder, condition, place, pathsId }: LineProps) {
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

const JOINS = [
  { value: '&&', label: 'all of these' },
  { value: '||', label: 'any of these' },
];

interface GroupProps {
  readonly builder: FilterBuilder;
  readonly group: ConditionGroup;
  readonly pathsId: string;
  /** Where it is, such as `2.1`; empty for the whole filter. */
  readonly place?: string;
}

function ConditionGroupView({ builder, group, pathsId, place = '' }: GroupProps) {
  const lines = useRef<HTMLDivElement>(null);
  useFocusInList(lines, ':scope > [data-condition]', group.items.length);
  const focusNew = useFocusOn(lines, `[data-lines="${group.id}"] > :last-child input`);
  function add(item: (id: number) => void) {
    item(group.id);
    focusNew();
  }
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
        <Button icon="icon-[ri--add-line]" onClick={() => add(builder.addCondition)}>
          Add condition
        </Button>
        <Button variant="ghost" icon="icon-[ri--add-line]" onClick={() => add(builder.addGroup)}>
          Add group
        </Button>
      </div>
    </section>
  );
}

function Panel({ scope }: { readonly scope: FilterScope }) {
  const [builder] = useState(() => createFilterBuilder(scope));
  const root = useStore(builder.$root);
  const text = useStore(builder.$text);
  const [formId, pathsId] = [useId(), useId()];
  const paths = useMemo(() => offeredPaths(scope), [scope]);
  const form = useSaveForm({
    $canSave: { get: () => true },
    stop: () => undefined,
    save: () => {
      const isApplied = builder.apply();
      if (isApplied) closeRecordTool();
      return isApplied;
    },
  });
  const { unreadable } = builder;
  return (
    <OverlayPanel
      size="md"
      title="Filter records"
      beforeHide={builder.mayClose}
      onRequestClose={closeRecordTool}
      cancel="Cancel"
      footer={
        <Button variant="primary" type="submit" form={formId}>
          Apply filter
        </Button>
      }
    >
      {unreadable && (
        <Callout kind="warning">
          The filter <code className="wrap-anywhere">{unreadable.filter}</code> can only be edited as text.{' '}
          {unreadable.problem} What you build here replaces it.
        </Callout>
      )}
      <form id={formId} ref={form.ref} onSubmit={form.onSubmit} noValidate>
        <ConditionGroupView builder={builder} group={root} pathsId={pathsId} />
        <Offers id={pathsId} values={paths} />
      </form>
      <p className="pt-4 text-sm text-muted">
        As text: <code className="wrap-anywhere">{text}</code>
      </p>
    </OverlayPanel>
  );
}

export default function FilterPanel() {
  const scope = useStore($filterScope);
  return scope && <Panel key={scope.collection.id} scope={scope} />;
}
