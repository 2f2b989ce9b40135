import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { ChangeLabel } from '#components/diff/ChangeLabel.tsx';
import { DiffTable } from '#components/diff/DiffTable.tsx';
import { Losses } from '#components/diff/Losses.tsx';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Checkbox } from '#components/form/ChoiceField.tsx';
import { EmailInput, PasswordInput } from '#components/form/TextInput.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { NamedBackend } from '#domain/app/backends.ts';
import { countText } from '#domain/app/count-text.ts';
import {
  type Difference,
  type DifferenceGroup,
  differencesOf,
  isPromotable,
  labelsOf,
} from '#domain/promote/difference.ts';
import {
  $areUnlike,
  $compared,
  $promoteImpact,
  $selected,
  $sides,
  $signInTo,
  type Comparison,
  compare,
  type Sides,
  selectDifferences,
  signInTo,
} from '#stores/promote/compare.ts';
import {
  $job,
  backUpTarget,
  leavePromote,
  promote,
  startPromote,
  stopJob,
  swapSides,
} from '#stores/promote/panel.ts';

function Direction({ sides, isBusy }: { readonly sides: Sides; readonly isBusy: boolean }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <p>
        From <bdi className="font-semibold">{sides.from.name}</bdi> to{' '}
        <bdi className="font-semibold">{sides.to.name}</bdi>
        {sides.to.production && ' (production)'}
      </p>
      <Button icon="icon-[ri--arrow-left-right-line]" disabled={isBusy} onClick={swapSides}>
        Swap
      </Button>
    </div>
  );
}

function Note({ sides }: { readonly sides: Sides }) {
  const { isBusy, text } = useStore($job) ?? {};
  const backUp = (
    <Button onClick={() => void backUpTarget(sides)}>
      Make a backup of <bdi>{sides.to.name}</bdi> first
    </Button>
  );
  return (
    <Callout kind="info" className="mb-3" actions={isBusy ? <Button onClick={stopJob}>Stop</Button> : backUp}>
      <p>Secrets are not compared, shown or sent. Nothing is deleted. A promotion can’t be undone.</p>
      <p role="status" className="font-medium wrap-anywhere">
        <bdi>{text}</bdi>
      </p>
    </Callout>
  );
}

/** The sign-in to the other backend. The password is kept nowhere. */
function SignInForm({ backend }: { readonly backend: NamedBackend }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const errorId = useId();

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsBusy(true);
    try {
      await signInTo(backend, email, password);
      await compare();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : '');
      setIsBusy(false);
    }
  }

  return (
    <form
      className="flex max-w-sm flex-col gap-1"
      aria-label={`Sign in to ${backend.name}`}
      onSubmit={submit}
    >
      <p className="mb-2">
        Sign in to <bdi className="font-semibold">{backend.name}</bdi> to compare it.
      </p>
      <EmailInput label="Email" autoComplete="off" required value={email} onChange={setEmail} />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      <p id={errorId} role="alert" className="min-h-5 text-error">
        {error}
      </p>
      <Button type="submit" variant="primary" className="w-fit" busy={isBusy} aria-describedby={errorId}>
        Sign in
      </Button>
    </form>
  );
}

const KINDS = { added: 'New', changed: 'Changed', removed: 'Only there' } as const;

interface LineProps {
  readonly difference: Difference;
  readonly sides: Comparison['sides'];
  readonly labels: ReadonlyMap<string, string>;
}

function DifferenceLine({ difference, sides, labels }: LineProps) {
  const { id, label, kind, rows, refusal, needs } = difference;
  const isSelected = useStore($selected).has(id);
  const needed = needs.map((need) => labels.get(need)).filter(Boolean);
  const help = refusal ?? (needed.length ? `Needs: ${needed.join(', ')}. Selected with it.` : undefined);
  return (
    <li className="py-2">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3">
        <Checkbox
          label={label}
          help={help}
          checked={isSelected}
          disabled={!isPromotable(difference)}
          onChange={(isOn) => selectDifferences([id], isOn)}
        />
        <ChangeLabel kind={kind} text={KINDS[kind]} />
      </div>
      <DiffTable
        name={label}
        diff={{ rows, fields: [] }}
        sides={[`${sides.to.name} now`, `As in ${sides.from.name}`]}
      />
    </li>
  );
}

interface GroupProps extends Pick<LineProps, 'sides' | 'labels'> {
  readonly group: DifferenceGroup;
}

function Group({ group, sides, labels }: GroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const selected = useStore($selected);
  const { name, kind, note, differences } = group;
  const promotable = differences.filter(isPromotable);
  const chosen = promotable.filter(({ id }) => selected.has(id)).length;
  const all = promotable.map(({ id }) => id);
  return (
    <Accordion
      title={<bdi>{name}</bdi>}
      onToggle={setIsOpen}
      aside={
        <>
          <span className="text-xs text-muted tabular-nums">
            {chosen ? `${chosen} of ${differences.length}` : differences.length}
          </span>
          <ChangeLabel kind={kind} text={KINDS[kind]} />
        </>
      }
    >
      {isOpen && (
        <>
          {note && <p className="text-muted">{note}</p>}
          {all.length > 1 && (
            <Checkbox
              label={`All of ${name}`}
              checked={chosen === all.length}
              indeterminate={chosen > 0 && chosen < all.length}
              onChange={(isOn) => selectDifferences(all, isOn)}
            />
          )}
          <ul className="divide-y divide-base-300">
            {differences.map((difference) => (
              <DifferenceLine key={difference.id} difference={difference} sides={sides} labels={labels} />
            ))}
          </ul>
        </>
      )}
    </Accordion>
  );
}

interface SectionProps {
  readonly title: string;
  readonly groups: readonly DifferenceGroup[];
  readonly comparison: Comparison;
}

function Section({ title, groups, comparison }: SectionProps) {
  const labels = labelsOf(groups);
  const count = differencesOf(groups).length;
  return (
    <section className="mb-4">
      <h2 className="mb-1 font-semibold">
        {title}: {count ? countText(count, 'difference', 'differences') : 'no differences'}
      </h2>
      <div className="flex flex-col gap-1">
        {groups.map((group) => (
          <Group key={group.id} group={group} sides={comparison.sides} labels={labels} />
        ))}
      </div>
    </section>
  );
}

function Differences({ comparison }: { readonly comparison: Comparison }) {
  return (
    <>
      <Losses {...useStore($promoteImpact)} />
      <Section title="Collections" groups={comparison.collections} comparison={comparison} />
      <Section title="Settings" groups={comparison.settings} comparison={comparison} />
    </>
  );
}

/** Nothing was sent. */
function Unlike({ sides }: { readonly sides: Sides }) {
  return (
    <Callout kind="info" role="status">
      <bdi>{sides.from.name}</bdi> and <bdi>{sides.to.name}</bdi> are of different lines of PocketBase, 0.22
      and 0.23 or newer, which have collections and settings of different shapes. They can’t be compared or
      promoted here yet. Collections can be exported from one and imported into the other: the import
      translates them, and says what can’t be.
    </Callout>
  );
}

function Content() {
  const load = useStore($compared);
  const signIn = useStore($signInTo);
  if (signIn) return <SignInForm backend={signIn} key={signIn.name} />;
  if (load.state === 'failed')
    return <ErrorState title="The backends could not be compared." error={load.error} onRetry={compare} />;
  if (load.state === 'busy')
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        <Spinner /> Comparing…
      </p>
    );
  return <Differences comparison={load.value} />;
}

export default function PromotePanel({ backend }: { readonly backend: NamedBackend }) {
  const sides = useStore($sides);
  const count = useStore($selected).size;
  const isBusy = useStore($job)?.isBusy;
  const isSigningIn = useStore($signInTo) !== undefined;
  const areUnlike = useStore($areUnlike);
  useEffect(() => startPromote(backend), [backend]);
  return (
    <OverlayPanel
      size="xl"
      title={
        <>
          Compare with <bdi>{backend.name}</bdi>
        </>
      }
      onRequestClose={() => void leavePromote()}
      footerAside={count > 0 && <span>{countText(count, 'difference', 'differences')} selected</span>}
      cancel="Close"
      footer={
        // Not `disabled`: it has the focus when what it promoted is selected no more.
        <Button
          variant="primary"
          aria-disabled={!count || undefined}
          busy={isBusy === true}
          onClick={() => void promote()}
        >
          Promote
        </Button>
      }
    >
      {sides && !areUnlike && <Direction sides={sides} isBusy={isBusy === true} />}
      {sides && !areUnlike && !isSigningIn && <Note sides={sides} />}
      {sides && areUnlike ? <Unlike sides={sides} /> : <Content />}
    </OverlayPanel>
  );
}
