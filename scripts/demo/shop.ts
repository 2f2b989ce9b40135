import { type Row, toStamp } from '#scripts/lib/bulk.ts';
import { pdf, png, svg } from './files.ts';
import { DAY_MS, type DemoContext, systemColumns } from './people.ts';
import { ADJECTIVES, CATEGORIES, CITIES, OPINIONS, PLACES, SENTENCES, THINGS } from './sample-texts.ts';
import { ID, STATUSES } from './schema.ts';

export function categories(context: DemoContext): Row[] {
  const { random, storage } = context;
  const ids = new Map(CATEGORIES.map(([name]) => [name, random.id()]));
  return CATEGORIES.map(([name, parent]) => {
    const id = ids.get(name) ?? '';
    const icon = storage.add(ID.categories, id, 'icon', svg(random));
    const slug = name.toLowerCase().replaceAll(' ', '-');
    return {
      ...systemColumns(context),
      id,
      name,
      slug,
      parent: parent === undefined ? '' : (ids.get(parent) ?? ''),
      icon,
    };
  });
}

export function products(context: DemoContext, categoryIds: string[], count: number): Row[] {
  const { random, storage } = context;
  const rows: Row[] = [];
  for (let index = 0; index < count; index++) {
    const row = systemColumns(context, 900);
    const name = `${random.pick(ADJECTIVES)} ${random.pick(PLACES)} ${random.pick(THINGS)}`;
    const photos =
      index < 60 ? [1, 2, 3].map((n) => storage.add(ID.products, row.id, `photo_${n}`, png(random))) : [];
    const features = random.some(SENTENCES, 2, 4);
    rows.push({
      ...row,
      name,
      sku: `${random.pick(['TN', 'BP', 'CL', 'WA'])}-${1000 + index}`,
      price: random.int(9, 600) - 0.05,
      stock: random.chance(0.1) ? 0 : random.int(1, 250),
      active: random.chance(0.9),
      category: random.pick(categoryIds),
      tags: random.some(['new', 'sale', 'recycled', 'vegan', 'heavy', 'last pieces'], 0, 3),
      description: `<p>${features[0]}</p><ul>${features.map((line) => `<li>${line}</li>`).join('')}</ul>`,
      photos,
      manual:
        index % 6 === 0 ? storage.add(ID.products, row.id, 'manual', pdf(`${name}: care and repair`)) : '',
      details: {
        weight: random.int(80, 4200),
        colours: random.some(['sand', 'lagoon', 'coal', 'moss'], 1, 3),
        origin: 'EU',
      },
      manufacturer: random.chance(0.7) ? `https://maker${random.int(1, 12)}.example/` : '',
      related: rows.length > 4 ? random.some(rows.slice(-12), 0, 3).map(({ id }) => id) : [],
    });
  }
  return rows;
}

/** Orders and their items; each total is the sum of its items. */
export function orders(
  context: DemoContext,
  customerIds: string[],
  productRows: Row[],
  count: number,
): { orders: Row[]; items: Row[] } {
  const { random, storage, now } = context;
  const items: Row[] = [];
  const rows = Array.from({ length: count }, (_, index) => {
    const placed = now - Math.floor(((count - index) / count) * 500 * DAY_MS) - random.int(0, DAY_MS);
    const stamps = {
      created: toStamp(placed),
      updated: toStamp(Math.min(now, placed + random.int(0, 5 * DAY_MS))),
    };
    const id = random.id();
    const bought = random.some(productRows, 1, 4);
    let total = 0;
    for (const product of bought) {
      const [quantity, price] = [random.int(1, 3), Number(product.price)];
      total += quantity * price;
      items.push({ id: random.id(), ...stamps, order: id, product: product.id, quantity, price });
    }
    const status = index > count - 25 ? 'open' : random.pick(STATUSES);
    const number = `A-${20_000 + index}`;
    return {
      id,
      ...stamps,
      number,
      customer: random.pick(customerIds),
      status,
      total: Math.round(total * 100) / 100,
      placed: toStamp(placed),
      shipped: status === 'open' || status === 'paid' ? '' : toStamp(Math.min(now, placed + 2 * DAY_MS)),
      address: { street: `${random.pick(PLACES)} Street ${random.int(1, 99)}`, city: random.pick(CITIES) },
      invoice:
        index % 15 === 0 ? storage.add(ID.orders, id, `invoice_${number}`, pdf(`Invoice ${number}`)) : '',
      note: random.chance(0.1) ? 'Please leave it with the neighbours.' : '',
    };
  });
  return { orders: rows, items };
}

export function reviews(
  context: DemoContext,
  productIds: string[],
  customerIds: string[],
  count: number,
): Row[] {
  const { random } = context;
  return Array.from({ length: count }, () => ({
    ...systemColumns(context, 500),
    product: random.pick(productIds),
    author: random.chance(0.9) ? random.pick(customerIds) : '',
    stars: Math.max(random.int(1, 5), random.int(1, 5)),
    text: random.pick(OPINIONS),
    verified: random.chance(0.6),
  }));
}
