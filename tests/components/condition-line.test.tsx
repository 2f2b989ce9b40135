import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { zoneOf } from '#domain/app/zone.ts';
import { conditionsOf } from '#domain/records/filter-builder/builder-tree.ts';
import { ConditionLine } from '#islands/records/tools/filter/FilterPanel.tsx';
import { createFilterBuilder } from '#stores/records/filter-builder.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';
import { readCollection } from '#wire/collections.ts';

test('a condition on a date says the moment in the zone that it compares with', () => {
  const schema = [{ id: 'due', name: 'due', type: 'date', options: {} }];
  const collection = readCollection({ id: 'posts', name: 'posts', type: 'base', schema, options: {} });
  const builder = createFilterBuilder(scopeOf(collection, [collection]));
  const condition = () => conditionsOf(builder.$root.get())[0] ?? expect.unreachable();
  const { id } = condition();
  builder.setPath(id, 'due');
  builder.setValue(id, '2026-11-05');
  const said = (operator: string) => {
    builder.setOperator(id, operator);
    const markup = renderToStaticMarkup(
      <ZoneContext value={zoneOf('Europe/Berlin')}>
        <ConditionLine builder={builder} condition={condition()} place="1" pathsId="paths" />
      </ZoneContext>,
    );
    return /In UTC[^<]*/.exec(markup)?.[0];
  };
  expect(said('>=')).toBe('In UTC, which is 2026-11-05 01:00:00.000 CET');
  expect(said('<=')).toBe('In UTC, which is 2026-11-06 00:59:59.999 CET');
});
