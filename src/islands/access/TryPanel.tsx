import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { Select } from '#components/form/Select.tsx';
import { PasswordInput } from '#components/form/TextInput.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { RecordChoice, SubjectChoice } from '#islands/field-types/record-picker/RecordChoice.tsx';
import { formatHash } from '#routing/hash.ts';
import { $isTryOpen } from '#stores/access/page.ts';
import { createTry, type Try, type TryOperation } from '#stores/access/panel.ts';
import { isWrite, MOST_IDENTITIES, operationsOf, REQUEST_PARTS } from '#stores/access/question.ts';
import { administratorLabel } from '#stores/app/administrator-word.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { Results } from './TryResults.tsx';

interface OfIdentity {
  readonly panel: Try;
  /** Its position among those side by side. */
  readonly at: number;
}

/** Signs in as a chosen user, so that requests are sent with that user's own token. */
function OwnToken({ panel, at, userId }: OfIdentity & { readonly userId: string }) {
  const hasToken = useStore(panel.$tokens).has(userId);
  const isBusy = useStore(panel.$isSigningIn);
  const error = useStore(panel.$errors)[`password${at}`];
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
        void panel.signIn(at, password);
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

const WHO = ['Who', 'Compared with', 'And with'];

function Who({ panel, at }: OfIdentity) {
  const { who, operation } = useStore(panel.$values);
  const error = useStore(panel.$errors)[`user${at}`];
  const isSent = useStore(panel.$batches) === 'on' || !isWrite(operation);
  const { authId = '', user } = who[at] ?? {};
  const label = WHO[at] ?? '';
  return (
    <div role="group" aria-label={label} className="flex items-start gap-1">
      <div className="flex min-w-0 grow flex-col gap-3">
        <SubjectChoice
          label={label}
          none="Guest"
          authCollections={panel.authCollections()}
          authId={authId}
          user={user}
          error={error}
          onAuth={(id) => panel.setWho(at, { authId: id })}
          onUser={(chosen) => panel.setWho(at, { user: chosen })}
        />
        {user && !panel.impersonates && isSent && (
          <OwnToken key={user.id} panel={panel} at={at} userId={user.id} />
        )}
      </div>
      {at > 0 && (
        <IconButton
          icon="icon-[ri--close-line]"
          className="mt-6"
          label={`Remove ${label}`}
          tooltip="Remove"
          onClick={() => panel.removeWho(at)}
        />
      )}
    </div>
  );
}

/** Those who ask, side by side. */
function Everyone({ panel }: { readonly panel: Try }) {
  const { who } = useStore(panel.$values);
  const [auth] = panel.authCollections();
  const hasGuest = who.some(({ authId }) => authId === '');
  return (
    <>
      {who.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and each has its place.
        <Who key={at} panel={panel} at={at} />
      ))}
      {panel.impersonates && who.some(({ user }) => user) && (
        <p className="text-sm text-muted">
          What is sent has a token of the user that ends after a minute and is not stored.
        </p>
      )}
      {who.length < MOST_IDENTITIES && (auth || !hasGuest) && (
        <div className="flex flex-wrap gap-2">
          {!hasGuest && <Button onClick={() => panel.addWho()}>Compare with a guest</Button>}
          {auth && (
            <Button onClick={() => panel.addWho(who.findLast(({ authId }) => authId)?.authId ?? auth.id)}>
              Compare with a user
            </Button>
          )}
        </div>
      )}
    </>
  );
}

const LABELS: Readonly<Record<TryOperation, string>> = {
  listRule: 'List',
  viewRule: 'View',
  files: 'Load files',
  createRule: 'Create',
  updateRule: 'Update',
  deleteRule: 'Delete',
};

/** How a change is tried, and why not. */
function WriteNote({ panel }: { readonly panel: Try }) {
  const batches = useStore(panel.$batches);
  if (batches === undefined) return null;
  if (batches === 'on') {
    return (
      <p className="text-sm text-muted">
        Nothing stays: the change is sent in a batch that fails at its end, and the backend takes all of it
        back. Its hooks see the change: what they do outside of the database, such as sending an email, is not
        taken back.
      </p>
    );
  }
  return (
    <p className="text-sm text-muted">
      Nothing is sent: Atoll says what it makes of the rule. Only in a batch that fails can a backend take a
      change back, and{' '}
      {batches === 'none' ? (
        'this one has no batches.'
      ) : (
        <>
          batches of two requests are off in the{' '}
          <a className="link" href={formatHash('settingsApplication')}>
            application settings
          </a>
          .
        </>
      )}
    </p>
  );
}

const RECORD_LABELS: Partial<Record<TryOperation, string>> = {
  listRule: 'Is this record in the list? (optional)',
};

function What({ panel }: { readonly panel: Try }) {
  const { collectionId, operation, record, parts, expand } = useStore(panel.$values);
  const collections = useStore($collectionList);
  const collection = useStore(panel.$collection);
  const rule = useStore(panel.$rule);
  const errors = useStore(panel.$errors);
  const asked = useStore(panel.$parts);
  const paths = operation === 'listRule' || operation === 'viewRule' ? panel.expandPaths() : [];
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
          options={operationsOf(collection).map((value) => ({ value, label: LABELS[value] }))}
          value={operation}
          onChange={(value) => panel.set({ operation: value as TryOperation })}
        />
      </div>
      <p className="text-sm text-muted">
        {operation === 'files' ? 'View rule, of protected files:' : 'Rule:'}{' '}
        {rule ? (
          <code className="font-mono text-xs wrap-anywhere">{rule}</code>
        ) : (
          <span className={rule === '' ? 'text-warning' : ''}>
            {rule === '' ? 'Anyone' : `${administratorLabel()}s only`}
          </span>
        )}
      </p>
      {isWrite(operation) && <WriteNote panel={panel} />}
      {collection && operation !== 'createRule' && (
        <RecordChoice
          key={collection.id}
          label={RECORD_LABELS[operation] ?? 'Record'}
          collection={collection}
          record={record}
          error={errors.record}
          onChange={(chosen) => panel.set({ record: chosen })}
        />
      )}
      {paths.length > 0 && (
        <Select
          label="Expand (optional)"
          multiple
          options={paths.map((one) => ({ value: one.path, label: `${one.path} (${one.collection.name})` }))}
          placeholder="No relations"
          value={expand}
          onChange={(chosen) => panel.set({ expand: chosen })}
        />
      )}
      {asked.map((part) => (
        <CodeField
          key={part}
          label={part === 'body' ? 'Values (JSON)' : `${REQUEST_PARTS[part]} of the request (JSON)`}
          language="json"
          minLines={2}
          maxLines={8}
          error={errors[part]}
          value={parts[part]}
          onChange={(text) => panel.set({ parts: { ...parts, [part]: text } })}
        />
      ))}
    </>
  );
}

export default function TryPanel() {
  const [panel] = useState(createTry);
  const isBusy = useStore(panel.$isBusy);
  const { who } = useStore(panel.$values);
  useEffect(() => panel.stop, [panel]);
  const close = () => $isTryOpen.set(false);
  return (
    <OverlayPanel
      title="Try as"
      busy={isBusy}
      size={who.length > 1 ? 'lg' : 'md'}
      onRequestClose={close}
      cancel="Close"
      footer={
        <Button variant="primary" busy={isBusy} onClick={() => void panel.run()}>
          Try
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Everyone panel={panel} />
        <What panel={panel} />
        <div role="status" className="border-t border-base-300 pt-3 empty:hidden">
          <Results panel={panel} />
        </div>
      </div>
    </OverlayPanel>
  );
}
