import { Accordion } from '#components/elements/Accordion.tsx';
import { OptionNumber } from './OptionNumber.tsx';
import type { OptionProps } from './option-props.ts';

/** Size of the value and what becomes of plain strings (FO-15). */
export function JsonOptions(props: OptionProps) {
  return (
    <div className="mb-1 flex flex-col">
      <OptionNumber {...props} name="maxSize" label="Max size (bytes)" />
      <Accordion title="String value normalizations">
        <div className="flex flex-col gap-2">
          <p>
            In order to support seamlessly both <code>application/json</code> and{' '}
            <code>multipart/form-data</code> requests, a plain string is taken for the JSON value that it
            spells, where it spells one:
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
            To keep such a text a string, wrap the value, for example in an object, or quote it once more.
          </p>
        </div>
      </Accordion>
    </div>
  );
}
