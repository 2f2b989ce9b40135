import { completeCollection } from '#scripts/lib/schema.ts';
import { everyFieldType, field } from '#tests/support/factories.ts';

const idOf = (index: number) => `gen${String(index).padStart(12, '0')}`;

function generated(index: number) {
  const name = `gen_${index}`;
  if (index % 8 === 7) {
    const query = `SELECT id, title, amount AS total FROM gen_${index - 1}`;
    return completeCollection({
      id: idOf(index),
      name,
      type: 'view',
      query,
      listRule: 'total > 1',
    });
  }
  // Some relations point to collections that come later, and to the own one.
  const fields = everyFieldType(idOf((index * 5) % 6));
  const rule = `title != "" && (author.title ~ "x" || @collection.gen_1.amount > ${index})`;
  return completeCollection({
    id: idOf(index),
    name,
    type: index % 8 === 5 ? 'auth' : 'base',
    fields: [...fields, field('owner', 'relation', { collectionId: idOf(index), max: 2 })],
    indexes: [
      `CREATE INDEX \`idx_${name}_title\` ON \`${name}\` (\`title\`)`,
      `CREATE UNIQUE INDEX \`idx_${name}_two\` ON \`${name}\` (\n  \`contact\`,\n  \`amount\` DESC\n) WHERE \`contact\` != ''`,
    ],
    listRule: rule,
    viewRule: '',
    createRule: null,
    updateRule: '@request.auth.id != ""',
    deleteRule: null,
    ...(index % 8 === 5 && {
      manageRule: '@request.auth.id = id',
      auth: { minPassword: 12, isEmailRequired: true, onlyDomains: ['example.com'] },
    }),
  });
}

/** Collections of all types with fields of all types, relations among them, indexes, rules and options. */
export const generatedCollections = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => generated(index));
