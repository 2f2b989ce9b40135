import { useStore } from '@nanostores/react';
import type { Form } from '#stores/factories/create-form.ts';

/** The fields of a form as props of inputs: `<TextInput {...field('email')} label="Email" />`. */
export function useFormFields<Values extends object>(
  form: Pick<Form<Values>, '$values' | '$errors' | 'set'>,
) {
  const values = useStore(form.$values);
  const errors = useStore(form.$errors);
  return <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    error: errors[name],
    onChange: (value: Values[Name]) => form.set(name, value),
  });
}
