import type { FieldBase, Limit } from '#domain/backend/field.ts';
import { type CollectionInput, type FieldInput, field } from '#scripts/lib/schema.ts';

/** Fixed ids, so that rows and files can refer to collections without asking PocketBase. */
export const ID = {
  customers: 'demo0000000cust',
  staff: 'demo0000000staf',
  categories: 'demo0000000cate',
  products: 'demo0000000prod',
  orders: 'demo0000000orde',
  orderItems: 'demo0000000item',
  reviews: 'demo0000000revi',
  articles: 'demo0000000arti',
  events: 'demo0000000even',
  subscribers: 'demo0000000subs',
  showcase: 'demo0000000show',
  productStats: 'demo0000000stat',
  monthlySales: 'demo0000000mont',
} as const;

const required = { isRequired: true };
const named = { isRequired: true, isPresentable: true };

const relation = (name: string, collectionId: string, max: Limit = 1, rest: Partial<FieldBase> = {}) =>
  field(name, 'relation', { ...rest, collectionId, max });

const select = (name: string, choices: string[], max: Limit = 1) => field(name, 'select', { choices, max });

function image(name: string, max: Limit = 1): FieldInput {
  const mimeTypes = ['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp'];
  return field(name, 'file', { max, mimeTypes, thumbs: ['100x100', '400x0'] });
}

export const STATUSES = ['open', 'paid', 'shipped', 'delivered', 'returned'];
export const TOPICS = ['guides', 'stories', 'repair', 'news', 'interviews'];

const auth: CollectionInput[] = [
  {
    id: ID.customers,
    name: 'customers',
    type: 'auth',
    fields: [
      field('name', 'text', { isPresentable: true }),
      image('avatar'),
      field('city'),
      field('newsletter', 'bool'),
    ],
    listRule: 'id = @request.auth.id',
    viewRule: 'id = @request.auth.id',
    createRule: '',
    updateRule: 'id = @request.auth.id',
    deleteRule: null,
  },
  {
    id: ID.staff,
    name: 'staff',
    type: 'auth',
    fields: [
      field('name', 'text', named),
      select('roles', ['shop', 'editorial', 'support', 'lead'], 4),
      field('phone'),
    ],
    auth: { hasOAuth2: false, minPassword: 12 },
  },
];

const shop: CollectionInput[] = [
  {
    id: ID.categories,
    name: 'categories',
    fields: [
      field('name', 'text', named),
      field('slug', 'text', required),
      relation('parent', ID.categories),
      image('icon'),
    ],
    indexes: ['CREATE UNIQUE INDEX `idx_categories_slug` ON `categories` (`slug`)'],
    listRule: '',
    viewRule: '',
  },
  {
    id: ID.products,
    name: 'products',
    fields: [
      field('name', 'text', named),
      field('sku', 'text', { isRequired: true, pattern: '^[A-Z]{2}-\\d{4}$' }),
      field('price', 'number', { isRequired: true, min: 0 }),
      field('stock', 'number', { isWhole: true }),
      field('active', 'bool'),
      relation('category', ID.categories, 1, required),
      select('tags', ['new', 'sale', 'recycled', 'vegan', 'heavy', 'last pieces'], 4),
      field('description', 'editor'),
      image('photos', 5),
      field('manual', 'file', { mimeTypes: ['application/pdf'] }),
      field('details', 'json'),
      field('manufacturer', 'url'),
      relation('related', ID.products, null),
    ],
    indexes: [
      'CREATE UNIQUE INDEX `idx_products_sku` ON `products` (`sku`)',
      'CREATE INDEX `idx_products_category` ON `products` (`category`, `active`)',
    ],
    listRule: 'active = true',
    viewRule: 'active = true',
  },
  {
    id: ID.orders,
    name: 'orders',
    fields: [
      field('number', 'text', named),
      relation('customer', ID.customers, 1, required),
      select('status', STATUSES),
      field('total', 'number', { min: 0 }),
      field('placed', 'date', required),
      field('shipped', 'date'),
      field('address', 'json'),
      field('invoice', 'file', { isProtected: true }),
      field('note'),
    ],
    indexes: [
      'CREATE UNIQUE INDEX `idx_orders_number` ON `orders` (`number`)',
      'CREATE INDEX `idx_orders_customer` ON `orders` (`customer`, `placed` DESC)',
    ],
    listRule: 'customer = @request.auth.id',
    viewRule: 'customer = @request.auth.id',
  },
  {
    id: ID.orderItems,
    name: 'order_items',
    fields: [
      relation('order', ID.orders, 1, required),
      relation('product', ID.products, 1, required),
      field('quantity', 'number', { isRequired: true, min: 1, isWhole: true }),
      field('price', 'number', required),
    ],
    indexes: ['CREATE INDEX `idx_order_items_order` ON `order_items` (`order`)'],
  },
  {
    id: ID.reviews,
    name: 'reviews',
    fields: [
      relation('product', ID.products, 1, required),
      relation('author', ID.customers),
      field('stars', 'number', { isRequired: true, min: 1, max: 5, isWhole: true }),
      field('text'),
      field('verified', 'bool'),
    ],
    listRule: '',
    viewRule: '',
    createRule: '@request.auth.id != "" && author = @request.auth.id',
  },
];

const magazine: CollectionInput[] = [
  {
    id: ID.articles,
    name: 'articles',
    fields: [
      field('title', 'text', named),
      field('body', 'editor'),
      relation('author', ID.staff),
      select('topics', TOPICS, 3),
      field('published', 'date'),
      image('cover'),
      field('attachments', 'file', { max: 10 }),
      field('source', 'url'),
      field('seo', 'json'),
    ],
    listRule: 'published != "" && published <= @now',
    viewRule: 'published != "" && published <= @now',
  },
  {
    id: ID.events,
    name: 'events',
    fields: [
      field('title', 'text', named),
      field('starts', 'date', required),
      field('ends', 'date'),
      field('place'),
      field('seats', 'number', { isWhole: true }),
      relation('guides', ID.staff, null),
      relation('guests', ID.customers, 30),
      field('contact', 'email'),
    ],
  },
  {
    id: ID.subscribers,
    name: 'subscribers',
    fields: [
      field('email', 'email', named),
      field('confirmed', 'bool'),
      select('language', ['en', 'de', 'fr', 'bg']),
    ],
    indexes: ['CREATE UNIQUE INDEX `idx_subscribers_email` ON `subscribers` (`email`)'],
    createRule: '',
  },
  {
    id: ID.showcase,
    name: 'field_showcase',
    fields: [
      field('text', 'text', named),
      field('number', 'number'),
      field('bool', 'bool'),
      field('email', 'email'),
      field('url', 'url'),
      field('editor', 'editor'),
      field('date', 'date'),
      select('select_single', ['alpha', 'beta', 'gamma']),
      select('select_multiple', ['red', 'green', 'blue', 'amber', 'violet'], 5),
      field('json', 'json'),
      field('file_single', 'file', { thumbs: ['100x100'] }),
      field('file_multiple', 'file', { max: 6, thumbs: ['100x100'] }),
      relation('relation_single', ID.products),
      relation('relation_multiple', ID.customers, null),
    ],
  },
];

const views: CollectionInput[] = [
  {
    id: ID.productStats,
    name: 'product_stats',
    type: 'view',
    query:
      'SELECT p.id, p.name, p.category, COUNT(r.id) AS reviews, AVG(r.stars) AS stars\n' +
      'FROM products p LEFT JOIN reviews r ON r.product = p.id\nGROUP BY p.id',
    listRule: '',
  },
  {
    id: ID.monthlySales,
    name: 'monthly_sales',
    type: 'view',
    query:
      "SELECT strftime('%Y-%m', placed) AS id, COUNT(*) AS orders, SUM(total) AS revenue\n" +
      "FROM orders WHERE status != 'returned'\nGROUP BY strftime('%Y-%m', placed)",
  },
];

/** The demo's collections; each one refers only to itself and earlier ones. */
export const DEMO_COLLECTIONS: readonly CollectionInput[] = [...auth, ...shop, ...magazine, ...views];
