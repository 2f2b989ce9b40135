import { type AdminApi, createAdminApi } from '#scripts/lib/admin-api.ts';
import { type Row, writeDatabase } from '#scripts/lib/bulk.ts';
import { lineOfFolder, PROGRAMS } from '#scripts/lib/lines.ts';
import { startPocketBaseServer } from '#scripts/lib/pocketbase.ts';
import { runPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { Random } from '#scripts/lib/random.ts';
import { requestLogs } from '#scripts/lib/request-logs.ts';
import { completeCollection } from '#scripts/lib/schema.ts';
import { storeSettings } from '#scripts/lib/settings.ts';
import { setLine } from '#wire/choose.ts';
import { importRequest } from '#wire/collection-saves.ts';
import { Storage } from './files.ts';
import { articles, events, showcase } from './magazine.ts';
import { customers, DAY_MS, type DemoContext, staff, subscribers } from './people.ts';
import { DEMO_COLLECTIONS } from './schema.ts';
import { categories, orders, products, reviews } from './shop.ts';

export interface DemoAdmin {
  email: string;
  password: string;
}

const DEMO_ADMIN: DemoAdmin = { email: 'demo@example.com', password: 'demo-atoll-2026' };
const USER_PASSWORD = 'demo-user-2026';
const LOG_DAYS = 6;
const LOG_COUNT = 6000;

/**
 * Fills an empty data folder with a realistic outdoor shop: every type of collection and field, files, relations,
 * a few thousand records and the request logs of the last days. Writes the records while PocketBase is stopped.
 */
export async function makeDemo({ bin, dir }: { bin: string; dir: string }): Promise<DemoAdmin> {
  runPocketBase(bin, dir, ['migrate', 'up']);
  const line = lineOfFolder(dir) ?? 'pb22';
  setLine(line);
  const { createAdmin, password, logs } = PROGRAMS[line];
  runPocketBase(bin, dir, [...createAdmin, DEMO_ADMIN.email, DEMO_ADMIN.password]);
  const { url, child } = await startPocketBaseServer({ bin, dir, ownGroup: true });
  try {
    await prepare(createAdminApi(url, DEMO_ADMIN));
  } finally {
    await child.stop();
  }
  const random = new Random(20_26);
  const now = Date.now();
  writeDatabase(`${dir}/data.db`, (insert, db) => {
    // PocketBase hashed the password of this user when the API created it.
    const hashed = db.prepare(`SELECT ${password} AS hash FROM staff`).get()?.hash;
    const passwordHash = String(hashed);
    const tables = makeTables({ random, storage: new Storage(dir), now, passwordHash, line });
    for (const [table, rows] of Object.entries(tables)) insert(table, rows);
  });
  writeDatabase(`${dir}/${logs}.db`, (insert) => {
    insert('_logs', requestLogs(random, LOG_COUNT, { from: now - LOG_DAYS * DAY_MS, to: now }, line));
  });
  return DEMO_ADMIN;
}

async function prepare(api: AdminApi): Promise<void> {
  await storeSettings(api, {
    'application.name': 'Atoll demo',
    'application.url': 'https://shop.example',
    'mail.sender.name': 'Shop',
    'mail.sender.address': 'hello@shop.example',
    'logs.days': LOG_DAYS + 1,
    'logs.minLevel': -4,
    'logs.hasAddresses': true,
  });
  // PocketBase creates an empty `users` collection on its own.
  await api.delete('/api/collections/users');
  const collections = DEMO_COLLECTIONS.map(completeCollection);
  await api.send(importRequest({ collections, deleteMissing: false }));
  await api.post('/api/collections/staff/records', {
    username: 'first_of_staff',
    email: 'staff@shop.example',
    name: 'First of staff',
    roles: ['lead'],
    password: USER_PASSWORD,
    passwordConfirm: USER_PASSWORD,
  });
}

function makeTables(context: DemoContext): Record<string, Row[]> {
  const ids = (rows: Row[]): string[] => rows.map(({ id }) => String(id));
  const customerRows = customers(context, 300);
  const staffRows = staff(context, 18);
  const categoryRows = categories(context);
  const productRows = products(context, ids(categoryRows), 240);
  const orderRows = orders(context, ids(customerRows), productRows, 1200);
  return {
    customers: customerRows,
    staff: staffRows,
    categories: categoryRows,
    products: productRows,
    orders: orderRows.orders,
    order_items: orderRows.items,
    reviews: reviews(context, ids(productRows), ids(customerRows), 900),
    articles: articles(context, ids(staffRows), 80),
    events: events(context, ids(staffRows), ids(customerRows), 45),
    subscribers: subscribers(context, 400),
    field_showcase: showcase(context, ids(productRows), ids(customerRows), 60),
  };
}
