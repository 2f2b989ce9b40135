import { Accordion } from '#components/elements/Accordion.tsx';
import { OptionNumber } from './OptionNumber.tsx';
import type { OptionProps } from './option-props.ts';

/** Maximum size, and an explanation of how plain strings are converted. */
export function JsonOptions(props: OptionProps) {
  return (
    <div className="mb-1 flex flex-col">
      <OptionNumber {...props} name="maxSize" label="Max size (bytes)" isSize />
      <Accordion title="String value normalizations">
        <div className="flex flex-col gap-2">
          <p>
            In order to support both <code>application/json</code> and <code>multipart/form-data</code>{' '}
            requests, a plain string that is the text of a JSON value is converted to that value:
          </p>
          <ul className="list-disc pl-5">
            <li>
              <code>"true"</code> becomes the boolean <code>true</code>, <code>"false"</code> becomes{' '}
              <code>false</code>
            </li>
            <li>
              <code>"null"</code> becomes <code>null</code>
            </li>
            <li>
              a number, <code>"[1,2,3]"</code> or <code>{'"{\\"a\\":1}"'}</code> becomes the number, the list,
              the object
            </li>
            <li>an empty string and anything else stays a string</li>
          </ul>
          <p>
            To keep such a text as a string, put it in an object, for example, or add another pair of quotes.
          </p>
        </div>
      </Accordion>
    </div>
  );
}
