import fc from 'fast-check';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NumberInput, NumberText } from '#components/form/NumberInput.tsx';
import { EmailInput } from '#components/form/TextInput.tsx';
import { parseTsv } from '#domain/records/cells/tsv.ts';
import { readCsvCell } from '#domain/records/import/values.ts';
import { findProblems } from '#domain/records/panel/check.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { createBody } from '#domain/records/panel/values.ts';
import { readCollection } from '#wire/collections.ts';

type Input = (props: never) => ReactElement<{ onChange: (text: string) => void }>;

/** What a form has after each change of the text in an input: as a whole or letter by letter. */
function changed(Component: Input, texts: readonly string[]): unknown[] {
  const values: unknown[] = [];
  let change: (text: string) => void = expect.unreachable;
  function Typist() {
    const props = { label: 'x', value: '', onChange: (value: unknown) => values.push(value) };
    change = Component(props as never).props.onChange;
    return null;
  }
  renderToStaticMarkup(<Typist />);
  for (const text of texts) change(text);
  return values;
}

const typed = (text: string) => [...text].map((_, index) => text.slice(0, index + 1));

const fieldOf = (name: string): FormField => {
  const schema = ['number', 'email'].map((type) => ({ id: type, name: type, type, options: {} }));
  const collection = readCollection({ id: 'x', name: 'x', type: 'base', schema, options: {} });
  return formFieldsOf(collection, false).find((field) => field.name === name) ?? expect.unreachable();
};

/** What is sent of the value of a form; undefined if it is refused. */
function sent(field: FormField, value: unknown): string | undefined {
  const values = { [field.name]: String(value) };
  if (Object.keys(findProblems([field], values)).length) return undefined;
  const [part] = createBody([field], values);
  return String(part?.value);
}

/** What is sent of a text that is pasted into a cell; undefined if it is refused. */
function pasted(field: FormField, text: string): string | undefined {
  const [[cell = ''] = []] = parseTsv(text);
  const read = readCsvCell(cell, { column: 0, field, key: 'id' });
  return 'value' in read ? sent(field, read.value) : undefined;
}

const grouped = (digits: string, separator: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, separator);

const WAYS: readonly ((whole: string, decimals: string) => string)[] = [
  (whole, decimals) => `${whole}${decimals && `.${decimals}`}`,
  (whole, decimals) => `${whole}${decimals && `,${decimals}`}`,
  (whole, decimals) => `${grouped(whole, '.')},${decimals || '0'}`,
  (whole, decimals) => `${grouped(whole, ',')}${decimals && `.${decimals}`}`,
  (whole, decimals) => `${grouped(whole, '\u202F')}${decimals && `,${decimals}`}`,
  (whole, decimals) => `${grouped(whole, '’')}${decimals && `.${decimals}`} `,
];

const numbers = fc.tuple(
  fc.constantFrom('', '-'),
  fc.nat({ max: 99_999_999 }).map(String),
  fc.constantFrom('', '5', '05', '50', '125', '1234'),
  fc.constantFrom(...WAYS),
);

test('[TR-15] a number in six ways of writing, typed or pasted, is sent as meant or refused', () => {
  const field = fieldOf('number');
  let refused = 0;
  fc.assert(
    fc.property(numbers, ([sign, whole, decimals, write]) => {
      const meant = Number(`${sign}${whole}.${decimals || '0'}`);
      const text = `${sign}${write(whole, decimals)}`;
      const isAmbiguous = /^-?[1-9]\d{0,2},\d{3}$/.test(text);
      if (isAmbiguous) refused++;
      const read = isAmbiguous ? undefined : meant;
      const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value));
      for (const texts of [typed(text), [text]]) {
        expect(numberOf(sent(field, changed(NumberText as Input, texts).at(-1)))).toBe(read);
        expect(changed(NumberInput as Input, texts).at(-1)).toBe(isAmbiguous ? Number.NaN : meant);
      }
      expect(numberOf(pasted(field, text))).toBe(read);
      expect(numberOf(pasted(field, `${text}\t1`))).toBe(read);
    }),
    { numRuns: 500 },
  );
  expect(refused).toBeGreaterThan(0);
});

const ADDRESSES: readonly ((local: string, domain: string) => string)[] = [
  (local, domain) => `${local}@${domain}.example`,
  (local, domain) => `${local.toUpperCase()}@${domain.toUpperCase()}.EXAMPLE`,
  (local, domain) => `${local}@m\u00FCller-${domain}.example`,
  (local, domain) => `${local}@mu\u0308ller-${domain}.example`,
  (local, domain) => `${local}+\u00E4\u00F8@\u65E5\u672C.${domain}.example`,
  (local, domain) => `${local}@xn--mller-kva.${domain}.example`,
];

test('[TR-14] an address in six ways of writing is kept as typed or pasted, without blanks around it', () => {
  const field = fieldOf('email');
  const names = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  fc.assert(
    fc.property(names, names, fc.constantFrom(...ADDRESSES), (local, domain, write) => {
      const address = write(local, domain);
      for (const texts of [typed(address), [address], [` ${address}\t`]])
        expect(sent(field, changed(EmailInput as Input, texts).at(-1))).toBe(address);
      expect(pasted(field, address)).toBe(address);
    }),
    { numRuns: 500 },
  );
});

test('an address and a number stay so in role, keyboard and limits', () => {
  const email = renderToStaticMarkup(<EmailInput label="Email" value="a" required onChange={() => {}} />);
  expect(email).toMatch(/<input(?=.* type="text")(?=.* inputMode="email")(?=.* required="")(?=.* pattern=)/);
  const number = renderToStaticMarkup(
    <NumberInput label="Port" value={587} min={0} max={65_535} step={1} required onChange={() => {}} />,
  );
  for (const attribute of [
    'role="spinbutton"',
    'inputMode="numeric"',
    'aria-valuenow="587"',
    'aria-valuemin="0"',
    'aria-valuemax="65535"',
    'value="587"',
    'required=""',
  ])
    expect(number).toContain(attribute);
});
