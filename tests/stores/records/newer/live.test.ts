import { beforeEach, describe, expect, test } from 'vitest';
import { startLive } from '#stores/records/live.ts';
import { openRecordPanel } from '#stores/records/panel/stack.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { ids, startRecordsPage } from '../list-fixture.ts';
import { count, showLive, titles } from '../live/live-fixture.ts';
import { toCollection, until } from '../record-fixture.ts';

describe.runIf(hasNewerLine)('on a newer backend', () => {
  startRecordsPage();
  beforeEach(() => startLive());

  test('[NR-19] what others create, change and delete shows, and a deleted record is kept as a new one', async () => {
    const { collection, create, edit, remove } = await showLive(2);
    await edit(ids()[1], 'theirs');
    await expect.poll(titles).toEqual(['row 0', 'theirs']);
    await create('new');
    await expect.poll(count).toBe(1);
    const kept: unknown[] = [];
    const id = ids()[0] ?? '';
    const panel = openRecordPanel({
      ...{ collection: toCollection(collection), recordId: id },
      onDuplicate: (values) => kept.push(values),
    });
    await until(panel.$record, (load) => load.state === 'ready');
    panel.set('title', 'mine');
    await remove(id);
    await until(panel.$elsewhere, (state) => state === 'deleted');
    panel.keepAsNew();
    expect(kept).toEqual([{ id: '', title: 'mine' }]);
  });
});
