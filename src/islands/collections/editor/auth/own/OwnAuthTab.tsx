import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { text } from '#domain/app/lenient.ts';
import { ownTitle } from '#domain/collections/editor/own-auth.ts';
import { RuleEffectsButton } from '#islands/collections/editor/rules/RulesTab.tsx';
import { optionInputs } from '#islands/field-types/options/option-parts.tsx';
import { rulePaths } from '#stores/collections/editor/completions.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { isForAdministrators, switchOneTimePassword } from '#stores/collections/editor/sign-in.ts';
import { Method } from '../Method.tsx';
import { MailTemplates } from './MailTemplates.tsx';
import { OAuth2Method } from './OAuth2Method.tsx';
import { OwnNumber } from './OwnNumber.tsx';
import { type OwnProps, useOwnOptions } from './own-options.ts';
import { PasswordMethod } from './PasswordMethod.tsx';
import { TokenOptions } from './TokenOptions.tsx';

interface GroupedProps extends OwnProps {
  readonly group: string;
}

function OneTimePassword({ group, ...own }: GroupedProps) {
  const isForAll = isForAdministrators(own.editor);
  return (
    <Method
      {...own}
      title="One-time password (OTP)"
      icon="icon-[ri--key-line]"
      group={group}
      option="oneTimePassword.isEnabled"
      parts={['oneTimePassword']}
      onSwitch={(isOn) => void switchOneTimePassword(own.editor, isOn)}
    >
      {isForAll && (
        <p className="mb-2 text-xs text-muted">
          Superusers have it only as their second factor: both are switched together.
        </p>
      )}
      <OwnNumber {...own} name="oneTimePassword.duration" label="Duration (in seconds)" isDuration />
      <OwnNumber {...own} name="oneTimePassword.length" label="Length of the password" />
    </Method>
  );
}

function SecondFactor({ group, ...own }: GroupedProps) {
  const { editor, options, errors } = own;
  const isForAll = isForAdministrators(editor);
  return (
    <Method
      {...own}
      title="Multi-factor authentication (MFA)"
      icon="icon-[ri--shield-check-line]"
      group={group}
      option="secondFactor.isEnabled"
      parts={['secondFactor']}
      fixed={isForAll ? 'Switched together with the one-time password.' : undefined}
    >
      <p className="mb-2 text-xs text-muted">
        People sign in by two of the enabled methods, one after the other.
      </p>
      <OwnNumber
        {...own}
        name="secondFactor.duration"
        label="Max duration between two authentications (in seconds)"
        isDuration
      />
      <CodeField
        label={ownTitle('secondFactor.rule') ?? ''}
        help="Only the accounts that meet this rule need a second factor. Leave it empty to ask all of them."
        language="filter"
        minLines={2}
        maxLines={12}
        placeholder="eg. verified = true"
        completions={(prefix) => rulePaths(editor, prefix)}
        error={errors['secondFactor.rule']}
        value={text(options['secondFactor.rule'])}
        onChange={(rule) => own.set('secondFactor.rule', rule)}
      />
      <RuleEffectsButton editor={editor} />
    </Method>
  );
}

/** How people sign in to one collection, its mails and its tokens. */
export default function OwnAuthTab({ editor }: { readonly editor: CollectionEditor }) {
  const group = useId();
  const own = useOwnOptions(editor);
  const isNew = useStore(editor.$saved) === undefined;
  const isForAll = isForAdministrators(editor);
  return (
    <div className="flex flex-col gap-4">
      <section>
        <h2 className="mb-1 font-medium">Auth methods</h2>
        <div className="flex flex-col gap-1.5">
          <PasswordMethod {...own} group={group} />
          {!isForAll && <OAuth2Method {...own} group={group} />}
          <OneTimePassword {...own} group={group} />
          <SecondFactor {...own} group={group} />
        </div>
      </section>
      <section>
        <h2 className="mb-1 font-medium">Emails</h2>
        <Toggle
          label={ownTitle('hasAlert') ?? ''}
          info="Sent after a sign-in from a new address or browser. The sign-in waits for the email, at most 15 seconds."
          {...optionInputs(own).toggle('hasAlert')}
        />
        {isNew ? (
          <p className="text-xs text-muted">
            Templates and tokens can be changed once the collection is created.
          </p>
        ) : (
          <MailTemplates {...own} group={group} />
        )}
      </section>
      {!isNew && <TokenOptions {...own} />}
    </div>
  );
}
