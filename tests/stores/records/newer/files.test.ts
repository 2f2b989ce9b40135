import { describe, expect, test } from 'vitest';
import { loadCollections } from '#stores/collections/list.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { createCollection, createRecord, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { openPanel, stored } from '../panel/panel-fixture.ts';
import { stubUpload } from '../panel/upload-stub.ts';
import { backend } from '../record-fixture.ts';

/** The names of stored files, without what the backend has added to them. */
const plain = (value: unknown) => (value as string[]).map((name) => name.replace(/_\w{10}(?=\.)/, ''));

/** A record with two files, whose collection has two lists of files and a single one. */
async function createAlbum() {
  const { api } = backend();
  const album = await createCollection(api, {
    name: uniqueName('albums'),
    fields: [
      field('title'),
      field('photos', 'file', { max: 9 }),
      field('cover', 'file'),
      field('data', 'json'),
    ],
  });
  await loadCollections();
  const record = await createRecord(api, album.name, {
    photos: [textFile('first.txt', '1'), textFile('second.txt', '2')],
    cover: textFile('cover.txt', 'c'),
  });
  return { album, id: record.id, row: () => stored(album.name, record.id) };
}

describe.runIf(hasNewerLine)('[NR-01] on a newer backend', () => {
  test('a new file joins those that somebody else stored meanwhile, and only the chosen one goes', async () => {
    const { album, id, row } = await createAlbum();
    stubUpload();
    const panel = await openPanel(album, id);
    const { photos } = await row();
    const [first = ''] = photos as string[];
    const theirs = new FormData();
    theirs.append('photos+', textFile('theirs.txt', 't'));
    await backend().api.patch(`/api/collections/${album.name}/records/${id}`, theirs);
    panel.set('photos', { names: photos as string[], deleted: [first], added: [textFile('mine.txt', 'm')] });
    expect(await panel.save({ keepOpen: true })).toBe(true);
    expect(plain((await row())['photos'])).toEqual(['second.txt', 'theirs.txt', 'mine.txt']);
  });

  test('files take the chosen order, and a single one is replaced', async () => {
    const { album, id, row } = await createAlbum();
    stubUpload();
    const panel = await openPanel(album, id);
    const { photos, cover } = await row();
    const names = (photos as string[]).toReversed();
    panel.set('photos', { names, deleted: [], added: [textFile('third.txt', '3')] });
    panel.set('cover', {
      names: [cover as string],
      deleted: [cover as string],
      added: [textFile('new.txt', 'n')],
    });
    expect(await panel.save({ keepOpen: true })).toBe(true);
    const after = await row();
    expect(plain(after['photos'])).toEqual(['second.txt', 'first.txt', 'third.txt']);
    expect(plain([after['cover']])).toEqual(['new.txt']);
  });

  test('[NR-02] JSON and texts that look like numbers reach the database as they were typed', async () => {
    const { album, id } = await createAlbum();
    const panel = await openPanel(album, id);
    panel.set('data', '{"a":9007199254740993,"b":[1.10]}');
    panel.set('title', '1.10');
    expect(await panel.save({ keepOpen: true })).toBe(true);
    const [row] = backend().sql(`SELECT title, data FROM ${album.name} WHERE id = ?`, [id]);
    expect({ ...row }).toEqual({ title: '1.10', data: '{"a":9007199254740993,"b":[1.10]}' });
    expect(panel.$values.get()['data']).toContain('9007199254740993');
  });
});
