import { type ReactNode, useId } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { ErrorIndicator } from '#components/feedback/ErrorIndicator.tsx';
import { ListInput } from '#components/form/ListInput.tsx';
import { NumberInput } from '#components/form/NumberInput.tsx';
import { Toggle } from '#components/form/Toggle.tsx';
import { PASSWORD_LENGTH, setCollectionOption } from '#domain/collections/editor/values.ts';
import { listOption, numberOption } from '#domain/field-types/field-type.ts';
import { domainInputs } from '#domain/field-types/options.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from '../use-slice.ts';

interface AuthProps {
  readonly options: Readonly<Record<string, unknown>>;
  readonly errorOf: (name: string) => string | undefined;
  readonly set: (name: string, value: unknown) => void;
}

interface MethodProps extends AuthProps {
  readonly title: string;
  readonly icon: string;
  /** Of the accordions with the same name only one is open. */
  readonly group: string;
  readonly option: string;
  /** Options that belong to the method. */
  readonly parts?: readonly string[];
  /** Shown while the method is enabled. */
  readonly children?: ReactNode;
}

/** A sign-in method. */
function Method({ title, icon, group, option, parts = [], options, errorOf, set, children }: MethodProps) {
  const isOn = options[option] === true;
  const hasErrors = [option, ...parts].some((name) => errorOf(name) !== undefined);
  return (
    <Accordion
      title={title}
      icon={icon}
      name={group}
      aside={
        <>
          {hasErrors && <ErrorIndicator />}
          <span
            className={`rounded-selector px-1.5 text-xs ${isOn ? 'bg-success/15 text-base-content' : 'bg-tint text-muted'}`}
          >
            {isOn ? 'Enabled' : 'Disabled'}
          </span>
        </>
      }
    >
      <Toggle label="Enable" checked={isOn} error={errorOf(option)} onChange={(on) => set(option, on)} />
      {isOn && children}
    </Accordion>
  );
}

const EXCEPT = 'exceptEmailDomains';
const ONLY = 'onlyEmailDomains';

/** Limits sign-up by email domain; only one of the two lists can be used. */
function EmailDomains({ options, errorOf, set }: AuthProps) {
  const { exceptDisabled, onlyDisabled } = domainInputs(options, [EXCEPT, ONLY]);
  return (
    <div className="mt-1 grid gap-x-3 sm:grid-cols-2">
      <ListInput
        label="Except domains"
        info={
          'Email domains that are NOT allowed to sign up.\nThis field is disabled if "Only domains" is set.'
        }
        help="Use comma as separator."
        disabled={exceptDisabled}
        error={errorOf(EXCEPT)}
        value={listOption(options, EXCEPT)}
        onChange={(list) => set(EXCEPT, list)}
      />
      <ListInput
        label="Only domains"
        info={
          'Email domains that are ONLY allowed to sign up.\nThis field is disabled if "Except domains" is set.'
        }
        help="Use comma as separator."
        disabled={onlyDisabled}
        error={errorOf(ONLY)}
        value={listOption(options, ONLY)}
        onChange={(list) => set(ONLY, list)}
      />
    </div>
  );
}

/** Options of all sign-in methods. */
function General({ options, errorOf, set }: AuthProps) {
  return (
    <section>
      <h2 className="mb-1 font-medium">General</h2>
      <NumberInput
        label="Minimum password length"
        required
        min={PASSWORD_LENGTH.min}
        max={PASSWORD_LENGTH.max}
        step={1}
        className="max-w-60"
        error={errorOf('minPasswordLength')}
        value={numberOption(options, 'minPasswordLength')}
        onChange={(value) => set('minPasswordLength', value ?? null)}
      />
      <Toggle
        label="Always require email"
        info={
          'The constraint is applied only for new records.\nNote that some OAuth2 providers (like Twitter) don’t return an email, so that authentication may fail if the email field is required.'
        }
        error={errorOf('requireEmail')}
        checked={options['requireEmail'] === true}
        onChange={(on) => set('requireEmail', on)}
      />
      <Toggle
        label="Forbid authentication for unverified users"
        info={
          'If enabled, it returns 403 for new authentication requests of unverified users.\nTokens that were issued before stay valid.'
        }
        error={errorOf('onlyVerified')}
        checked={options['onlyVerified'] === true}
        onChange={(on) => set('onlyVerified', on)}
      />
    </section>
  );
}

/** How the records of an auth collection sign in (AO). */
export function AuthOptionsTab({ editor }: { readonly editor: CollectionEditor }) {
  const group = useId();
  const options = useSlice(editor.$values, (values) => values.options);
  const errors = useSlice(editor.$errors, (all) => all);
  const auth: AuthProps = {
    options,
    errorOf: (name) => errors[`options.${name}`],
    set: (name, value) =>
      editor.edit((values) => setCollectionOption(values, name, value), `options.${name}`),
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
            option="allowUsernameAuth"
          />
          <Method
            {...auth}
            title="Email/Password"
            icon="icon-[ri--mail-star-line]"
            group={group}
            option="allowEmailAuth"
            parts={[EXCEPT, ONLY]}
          >
            <EmailDomains {...auth} />
          </Method>
          <Method
            {...auth}
            title="OAuth2"
            icon="icon-[ri--shield-star-line]"
            group={group}
            option="allowOAuth2Auth"
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
