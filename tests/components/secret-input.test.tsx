import type { ComponentProps, ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FieldProps } from '#components/form/Field.tsx';
import { SecretInput } from '#components/form/SecretInput.tsx';
import type { Secret } from '#domain/backend/settings.ts';

interface TypistProps {
  readonly text: string;
  readonly onChange: (value: Secret) => void;
}

/** Types a text into the field. */
function Typist({ text, onChange }: TypistProps) {
  const field: ReactElement<FieldProps> = SecretInput({ label: 'Password', value: '', onChange });
  const control = { id: 'id', 'aria-invalid': undefined, 'aria-describedby': undefined } as const;
  const row = field.props.children(control) as ReactElement<{
    children: [ReactElement<ComponentProps<'input'>>];
  }>;
  row.props.children[0].props.onChange?.({ target: { value: text } } as never);
  return null;
}

/** What a form has after a text was typed. */
function typedInto(text: string): string {
  const values: Secret[] = [];
  renderToStaticMarkup(<Typist text={text} onChange={(value) => values.push(value)} />);
  return values.join();
}

const fieldWith = (value: Secret) =>
  renderToStaticMarkup(<SecretInput label="Password" value={value} onChange={() => {}} />);

test('a saved secret is a read-only mask', () => {
  expect(fieldWith({ kept: 'set' })).toMatch(/<input(?=[^>]* readOnly="")[^>]* value="\*{6}"/);
});

test.each(['secret', '*****', '******', '*******'])('the typed secret "%s" stays as it is', (text) => {
  const html = fieldWith(typedInto(text));
  expect(html).toContain(`value="${text}"`);
  expect(html).toContain('type="password"');
  expect(html).not.toContain('readOnly');
});
