import { type Row, toStamp } from '#scripts/lib/bulk.ts';
import { png, svg, text } from './files.ts';
import { DAY_MS, type DemoContext, systemColumns } from './people.ts';
import { ADJECTIVES, CITIES, PLACES, SENTENCES, THINGS } from './sample-texts.ts';
import { ID, TOPICS } from './schema.ts';

export function articles(context: DemoContext, staffIds: string[], count: number): Row[] {
  const { random, storage, now } = context;
  return Array.from({ length: count }, (_, index) => {
    const row = systemColumns(context);
    const title = `${random.pick(['A week with', 'How we repair', 'Five days behind', 'Notes on'])} the ${random.pick(PLACES)} ${random.pick(THINGS)}`;
    const paragraphs = [1, 2, 3].map(() => `<p>${random.some(SENTENCES, 2, 5).join(' ')}</p>`);
    return {
      ...row,
      title,
      body: `<h2>${title}</h2>${paragraphs.join('')}<blockquote><p>${random.pick(SENTENCES)}</p></blockquote>`,
      author: random.pick(staffIds),
      topics: random.some(TOPICS, 1, 3),
      published: random.chance(0.85) ? toStamp(now - random.int(0, 300) * DAY_MS) : '',
      cover: index < 30 ? storage.add(ID.articles, row.id, 'cover', png(random)) : '',
      attachments: index % 5 === 0 ? [storage.add(ID.articles, row.id, 'notes', text(`${title}\n`))] : [],
      source: random.chance(0.3) ? 'https://magazine.example/archive' : '',
      seo: random.chance(0.5) ? { description: random.pick(SENTENCES), index: true } : null,
    };
  });
}

export function events(
  context: DemoContext,
  staffIds: string[],
  customerIds: string[],
  count: number,
): Row[] {
  const { random, now } = context;
  return Array.from({ length: count }, () => {
    const starts = now + random.int(-200, 120) * DAY_MS;
    return {
      ...systemColumns(context, 200),
      title: `${random.pick(ADJECTIVES)} ${random.pick(PLACES)} weekend`,
      starts: toStamp(starts),
      ends: random.chance(0.8) ? toStamp(starts + 2 * DAY_MS) : '',
      place: random.pick(CITIES),
      seats: random.int(6, 30),
      guides: random.some(staffIds, 1, 2),
      guests: random.some(customerIds.slice(0, 60), 0, 6),
      contact: 'events@shop.example',
    };
  });
}

/** Records with a value in every type of field, and some with empty fields. */
export function showcase(
  context: DemoContext,
  productIds: string[],
  customerIds: string[],
  count: number,
): Row[] {
  const { random, storage, now } = context;
  return Array.from({ length: count }, (_, index): Row => {
    const row = systemColumns(context, 60);
    if (index % 10 === 9) return { ...emptyShowcase(), ...row, text: `Empty but for this (${index + 1})` };
    const picture = storage.add(ID.showcase, row.id, 'picture', png(random));
    const others = [svg(random), text('Plain text.\n')].map((file, n) =>
      storage.add(ID.showcase, row.id, `file_${n + 1}`, file),
    );
    return {
      ...row,
      text: `Example ${index + 1}`,
      number: random.int(-5000, 5000) / 4,
      bool: random.chance(0.5),
      email: `example${index + 1}@mail.example`,
      url: `https://example.com/path?q=${index + 1}`,
      editor: `<p><strong>Rich</strong> <em>text</em> with a <a href="https://example.com">link</a>.</p><p>${random.pick(SENTENCES)}</p>`,
      date: toStamp(now - random.int(0, 700) * DAY_MS),
      select_single: random.pick(['alpha', 'beta', 'gamma']),
      select_multiple: random.some(['red', 'green', 'blue', 'amber', 'violet'], 1, 5),
      json: random.pick<unknown>([
        { nested: { list: [1, 2, 3], flag: true } },
        [1, 'two', null],
        'text',
        42,
        false,
      ]),
      file_single: picture,
      file_multiple: others,
      relation_single: random.pick(productIds),
      relation_multiple: random.some(customerIds, 1, 4),
    };
  }).map((row) => ({ ...row, json: JSON.stringify(row.json) }));
}

function emptyShowcase(): Row {
  return {
    number: 0,
    bool: false,
    email: '',
    url: '',
    editor: '',
    date: '',
    select_single: '',
    select_multiple: [],
    json: null,
    file_single: '',
    file_multiple: [],
    relation_single: '',
    relation_multiple: [],
  };
}
