import * as v from 'valibot';

const texts = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.unknown()),
  v.transform((list) => list.filter((item) => typeof item === 'string')),
);

/** A list of texts out of stored JSON; anything else counts as an empty list. */
export function parseTextList(text: string): string[] {
  const { success, output } = v.safeParse(texts, text);
  return success ? output : [];
}
