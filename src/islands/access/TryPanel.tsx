import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { PasswordInput } from '#components/form/PasswordInput.tsx';
import { Select } from '#components/form/Select.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { RecordChoice } from '#islands/field-types/record-picker/RecordChoice.tsx';
import { SubjectChoice } from '#islands/field-types/record-picker/SubjectChoice.tsx';
import { $isTryOpen } from '#stores/access/page.ts';
import { createTry, REQUEST_PARTS, type Try, type TryValues } from '#stores/access/panel.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { LeftCopies } from './LeftCopies.tsx';
import { TryResult } from './TryResult.tsx';

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
        label="Password of this user (optional)"
        help="With it, requests are sent with the user’s own token. It is not stored."
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
      {user && <OwnToken key={user.id} panel={panel} />}
    </>
  );
}

/** What is tried on copies. */
const COPIED: ReadonlySet<TryValues['operation']> = new Set(['createRule', 'updateRule', 'deleteRule']);

function What({ panel }: { readonly panel: Try }) {
  const { collectionId, operation, typed, record, parts } = useStore(panel.$values);
  const collections = useStore($collectionList);
  const collection = useStore(panel.$collection);
  const operations = useStore(panel.$operations);
  const rule = useStore(panel.$rule);
  const errors = useStore(panel.$errors);
  const asked = useStore(panel.$parts);
  const isTyped = operation === 'typed';
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
          options={[
            ...operations.map(({ name, label }) => ({ value: name, label })),
            { value: 'typed', label: 'A rule typed here' },
          ]}
          value={operation}
          onChange={(value) => panel.set({ operation: value as TryValues['operation'] })}
        />
      </div>
      {isTyped ? (
        <CodeField
          label="Rule"
          language="filter"
          minLines={2}
          maxLines={8}
          placeholder="Such as author = @request.auth.id"
          value={typed}
          onChange={(text) => panel.set({ typed: text })}
        />
      ) : (
        <p className="text-sm text-muted">
          Rule:{' '}
          {rule ? (
            <code className="font-mono text-xs wrap-anywhere">{rule}</code>
          ) : (
            <span className={rule === '' ? 'text-warning' : ''}>
              {rule === '' ? 'Anyone' : 'Admins only'}
            </span>
          )}
        </p>
      )}
      {COPIED.has(operation) && (
        <p className="text-sm text-muted">
          A write is tried on a copy, which is deleted again. Hooks of the backend run for it.
        </p>
      )}
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
      {collection && (
        <RecordChoice
          key={collection.id}
          label={
            operation === 'createRule' ? 'Create a record like (optional)' : 'Why not this record? (optional)'
          }
          collection={collection}
          record={record}
          onChange={(chosen) => panel.set({ record: chosen })}
        />
      )}
    </>
  );
}

/** Tries which records a rule lets through for a user or a guest. */
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
        {!isBusy && <LeftCopies />}
        <Who panel={panel} />
        <What panel={panel} />
        <div role="status" className="border-t border-base-300 pt-3 empty:hidden">
          {tried && collection && <TryResult tried={tried} collection={collection} />}
        </div>
      </div>
    </OverlayPanel>
  );
}
