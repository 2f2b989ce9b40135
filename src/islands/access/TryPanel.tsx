import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { Select } from '#components/form/Select.tsx';
import { PasswordInput } from '#components/form/TextInput.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { countText } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { presentableText } from '#domain/records/record.ts';
import { RecordChoice, SubjectChoice } from '#islands/field-types/record-picker/RecordChoice.tsx';
import { formatHash } from '#routing/hash.ts';
import { $isTryOpen } from '#stores/access/page.ts';
import {
  createTry,
  isWrite,
  REQUEST_PARTS,
  type Tried,
  type Try,
  type TryValues,
} from '#stores/access/panel.ts';
import { administratorLabel } from '#stores/app/administrator-word.ts';
import { $collectionList } from '#stores/collections/list.ts';

/** Signs in as the chosen user, so that requests are sent with that user's own token. */
function OwnToken({ panel }: { readonly panel: Try }) {
  const hasToken = useStore(panel.$hasToken);
  const isBusy = useStore(panel.$isSigningIn);
  const { password: error } = useStore(panel.$errors);
  const [password, setPassword] = useState('');
  if (hasToken) {
    return (
      <p role="status" className="text-sm text-muted">
        Signed in as this user. The token is forgotten when this panel closes.
      </p>
    );
  }
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void panel.signIn(password);
        setPassword('');
      }}
    >
      <PasswordInput
        className="min-w-0 grow"
        label="Password of this user"
        help="The request is sent with the user’s own token. Neither is stored."
        autoComplete="off"
        value={password}
        onChange={setPassword}
        error={error}
      />
      <Button type="submit" className="mt-6" busy={isBusy} disabled={password === ''}>
        Sign in
      </Button>
    </form>
  );
}

function Who({ panel }: { readonly panel: Try }) {
  const { authId, user } = useStore(panel.$values);
  const { user: error } = useStore(panel.$errors);
  return (
    <>
      <SubjectChoice
        label="Who"
        none="Guest"
        authCollections={panel.authCollections()}
        authId={authId}
        user={user}
        error={error}
        onAuth={(id) => panel.set({ authId: id })}
        onUser={(chosen) => panel.set({ user: chosen })}
      />
      {user && !panel.impersonates && <OwnToken key={user.id} panel={panel} />}
      {user && panel.impersonates && (
        <p className="text-sm text-muted">
          The request is sent with a token of this user that ends after a minute and is not stored.
        </p>
      )}
    </>
  );
}

const READS = [
  { value: 'listRule', label: 'List' },
  { value: 'viewRule', label: 'View' },
];
const WRITES = [
  { value: 'createRule', label: 'Create' },
  { value: 'updateRule', label: 'Update' },
  { value: 'deleteRule', label: 'Delete' },
];

function What({ panel }: { readonly panel: Try }) {
  const { collectionId, operation, record, parts } = useStore(panel.$values);
  const collections = useStore($collectionList);
  const collection = useStore(panel.$collection);
  const rule = useStore(panel.$rule);
  const errors = useStore(panel.$errors);
  const asked = useStore(panel.$parts);
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="Collection"
          isFixed
          options={collections.map(({ id, name }) => ({ value: id, label: name }))}
          value={collectionId}
          onChange={(id) => panel.set({ collectionId: id })}
        />
        <Select
          label="What"
          isFixed
          options={panel.impersonates && collection?.type !== 'view' ? [...READS, ...WRITES] : READS}
          value={operation}
          onChange={(value) => panel.set({ operation: value as TryValues['operation'] })}
        />
      </div>
      <p className="text-sm text-muted">
        Rule:{' '}
        {rule ? (
          <code className="font-mono text-xs wrap-anywhere">{rule}</code>
        ) : (
          <span className={rule === '' ? 'text-warning' : ''}>
            {rule === '' ? 'Anyone' : `${administratorLabel()}s only`}
          </span>
        )}
      </p>
      {asked.map((part) => (
        <CodeField
          key={part}
          label={`${REQUEST_PARTS[part]} of the request (JSON)`}
          language="json"
          minLines={2}
          maxLines={8}
          error={errors[part]}
          value={parts[part]}
          onChange={(text) => panel.set({ parts: { ...parts, [part]: text } })}
        />
      ))}
      {isWrite(operation) && (
        <p className="text-sm text-muted">Nothing is changed: Atoll says what it makes of the rule.</p>
      )}
      {collection && operation !== 'createRule' && (
        <RecordChoice
          key={collection.id}
          label={operation === 'listRule' ? 'Is this record in the list? (optional)' : 'Record'}
          collection={collection}
          record={record}
          error={errors.record}
          onChange={(chosen) => panel.set({ record: chosen })}
        />
      )}
    </>
  );
}

function TryResult({ tried, collection }: { readonly tried: Tried; readonly collection: Collection }) {
  const { rule, problem, found, one, signIn, leftOut, isEstimate } = tried;
  return (
    <div className="flex flex-col gap-4">
      {rule === null && (
        <p className="text-muted">{`${administratorLabel()}s only: no user and no guest passes this rule.`}</p>
      )}
      {rule === '' && isEstimate && <p className="text-warning">Anyone passes this rule.</p>}
      {problem !== undefined && (
        <Callout kind="warning">
          {isEstimate ? 'This can’t be told.' : 'This can’t be tried.'} {problem}
        </Callout>
      )}
      {signIn && <Callout kind="warning">{signIn}</Callout>}
      {one && (
        <section className="flex flex-col gap-1">
          <h2 className="font-medium">
            This record:{' '}
            <span className={one.isAllowed ? 'text-success' : 'text-error'}>
              {one.isAllowed ? 'Allowed' : 'Refused'}
            </span>
          </h2>
          {one.note && <p className="text-sm text-muted wrap-anywhere">{one.note}</p>}
        </section>
      )}
      {leftOut && leftOut.length > 0 && (
        <p className="text-sm text-muted wrap-anywhere">
          Left out of {one?.isAllowed && !found ? 'the answer' : 'some of these records'}:{' '}
          <bdi>{leftOut.join(', ')}</bdi>
        </p>
      )}
      {found && (
        <section className="flex flex-col gap-1">
          <h2 className="font-medium">{countText(found.count, 'record', 'records')} let through</h2>
          <ul aria-label="First records" className="-mx-2">
            {found.first.map((record) => (
              <li key={record.id}>
                <a
                  className="flex min-h-8 items-center gap-2 rounded-field px-2 text-sm hover:bg-tint max-sm:min-h-10"
                  href={formatHash('collections', { collectionId: collection.id, recordId: record.id })}
                >
                  <bdi className="min-w-0 grow truncate">{presentableText(record, collection)}</bdi>
                  <span className="font-mono text-xs text-muted">{record.id}</span>
                </a>
              </li>
            ))}
          </ul>
          {found.count > found.first.length && (
            <p className="text-sm text-muted">The first {found.first.length} are listed.</p>
          )}
        </section>
      )}
    </div>
  );
}

export default function TryPanel() {
  const [panel] = useState(createTry);
  const isBusy = useStore(panel.$isBusy);
  const tried = useStore(panel.$result);
  const collection = useStore(panel.$collection);
  useEffect(() => panel.stop, [panel]);
  const close = () => $isTryOpen.set(false);
  return (
    <OverlayPanel
      title="Try as"
      busy={isBusy}
      onRequestClose={close}
      cancel="Close"
      footer={
        <Button variant="primary" busy={isBusy} onClick={() => void panel.run()}>
          Try
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Who panel={panel} />
        <What panel={panel} />
        <div role="status" className="border-t border-base-300 pt-3 empty:hidden">
          {tried && collection && <TryResult tried={tried} collection={collection} />}
        </div>
      </div>
    </OverlayPanel>
  );
}
