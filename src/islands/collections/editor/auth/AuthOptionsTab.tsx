import { useId, useMemo } from 'react';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { NumberText } from '#components/form/NumberInput.tsx';
import { errorsUnder } from '#domain/collections/editor/errors.ts';
import { PASSWORD_LENGTH, setCollectionOption } from '#domain/collections/editor/values.ts';
import { type OptionValues, optionInputs } from '#islands/field-types/options/option-parts.tsx';
import { DomainLists } from '#islands/field-types/options/registry.tsx';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from '../use-slice.ts';
import { Method } from './Method.tsx';

const DOMAINS = ['exceptDomains', 'onlyDomains'] as const;

function General(props: OptionValues) {
  const { number, toggle } = optionInputs(props);
  return (
    <section>
      <h2 className="mb-1 font-medium">General</h2>
      <NumberText
        label="Minimum password length"
        required
        min={PASSWORD_LENGTH.min}
        max={PASSWORD_LENGTH.max}
        step={1}
        className="max-w-60"
        {...number('minPassword')}
      />
      <Toggle
        label="Always require email"
        info={
          'The constraint is applied only for new records.\nNote that some OAuth2 providers (like Twitter) don’t return an email, so that authentication may fail if the email field is required.'
        }
        {...toggle('isEmailRequired')}
      />
      <Toggle
        label="Forbid authentication for unverified users"
        info={
          'If enabled, it returns 403 for new authentication requests of unverified users.\nTokens that were issued before stay valid.'
        }
        {...toggle('isVerifiedOnly')}
      />
    </section>
  );
}

export function AuthOptionsTab({ editor }: { readonly editor: CollectionEditor }) {
  const group = useId();
  const options = useSlice(editor.$values, (values) => values.options);
  const all = useSlice(editor.$errors, (errors) => errors);
  const errors = useMemo(() => errorsUnder(all, 'auth'), [all]);
  const auth: OptionValues = {
    options,
    errors,
    set: (name, value) => editor.edit((values) => setCollectionOption(values, name, value), `auth.${name}`),
  };
  return (
    <div className="flex flex-col gap-4">
      <section>
        <h2 className="mb-1 font-medium">Auth methods</h2>
        <div className="flex flex-col gap-1.5">
          <Method
            {...auth}
            title="Username/Password"
            icon="icon-[ri--user-star-line]"
            group={group}
            option="signInByUsername"
          />
          <Method
            {...auth}
            title="Email/Password"
            icon="icon-[ri--mail-star-line]"
            group={group}
            option="signInByEmail"
            parts={DOMAINS}
          >
            <DomainLists
              {...auth}
              infoOf={(which) => `Email domains that are ${which} allowed to sign up.`}
              className="mt-1 grid gap-x-3 sm:grid-cols-2"
            />
          </Method>
          <Method
            {...auth}
            title="OAuth2"
            icon="icon-[ri--shield-star-line]"
            group={group}
            option="hasOAuth2"
          >
            {/* In a new browser tab, because the changes here are not saved yet. */}
            <a className="link" href="#/settings/auth-providers" target="_blank" rel="noreferrer">
              Manage OAuth2 providers
            </a>
          </Method>
        </div>
      </section>
      <General {...auth} />
    </div>
  );
}
