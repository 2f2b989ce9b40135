import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Select } from '#components/form/Select.tsx';
import { Textarea } from '#components/form/Textarea.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { FormPopup } from '#components/overlay/FormPopup.tsx';
import { formatStored } from '#domain/app/date.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { isInternal } from '#domain/collections/collection.ts';
import { createImpersonation } from '#stores/records/panel/impersonation.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** In seconds. */
const DURATIONS: readonly { readonly value: string; readonly label: string }[] = [
  { value: String(HOUR / 6), label: '10 minutes' },
  { value: String(HOUR), label: '1 hour' },
  { value: String(DAY), label: '1 day' },
  { value: String(7 * DAY), label: '7 days' },
  { value: String(30 * DAY), label: '30 days' },
  { value: String(365 * DAY), label: '1 year' },
];

interface ImpersonateProps {
  readonly collection: Collection;
  readonly recordId: string;
  /** The account, for people. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Makes a token with which requests are those of an account, and shows it once. */
export default function Impersonate({ collection, recordId, name, onClose }: ImpersonateProps) {
  const [session] = useState(() =>
    createImpersonation({
      ...{ collectionId: collection.id, collectionName: collection.name, accountId: recordId, account: name },
    }),
  );
  const made = useStore(session.$made);
  const isBusy = useStore(session.$isBusy);
  const [seconds, setSeconds] = useState(String(HOUR));
  const [why, setWhy] = useState('');
  useEffect(() => session.stop, [session]);
  // The only accounts among the collections of the backend itself.
  const isSuperuser = isInternal(collection);
  return (
    <FormPopup
      title="Impersonate"
      onRequestClose={onClose}
      cancel={made ? undefined : 'Cancel'}
      submit={{ busy: isBusy, children: made ? 'Done' : 'Create token' }}
      onSubmit={() => (made ? onClose() : session.make(Number(seconds), why))}
      above={
        <Callout kind="warning" className="mb-3">
          <p className="wrap-anywhere">
            Whoever has this token is <bdi>{name}</bdi> for the backend
            {isSuperuser ? ', and may do everything, also make more of such tokens' : ''}: no password, second
            factor or rule about who may sign in is asked, and no mail is sent.
          </p>
          <p className="mt-2">
            It can’t be taken back alone: it ends with its time, or with all sessions of the account, by “End
            all sessions” or another password, email or token key.
          </p>
        </Callout>
      }
    >
      {made ? (
        <Textarea
          label="Token"
          mono
          readOnly
          rows={3}
          value={made.token}
          onChange={() => {}}
          onFocus={({ target }) => target.select()}
          aside={<CopyIcon value={made.token} label="Copy token" />}
          help={
            <>
              Valid until <DateTime value={formatStored(new Date(made.until))} />. It is shown only now, and
              kept nowhere.
            </>
          }
        />
      ) : (
        <>
          <Select label="Valid for" isFixed value={seconds} onChange={setSeconds} options={DURATIONS} />
          <TextInput
            label="What for"
            value={why}
            onChange={setWhy}
            maxLength={200}
            autoComplete="off"
            help="Noted on this device, with the account and the time, in the list of issued tokens. The token is not."
          />
        </>
      )}
    </FormPopup>
  );
}
