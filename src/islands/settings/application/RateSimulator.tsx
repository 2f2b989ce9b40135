import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Button } from '#components/elements/Button.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Select } from '#components/form/Select.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { countText, numberText } from '#domain/app/count-text.ts';
import { formatStored } from '#domain/app/date.ts';
import type { RateRule } from '#domain/backend/settings.ts';
import type { Frequent, RateCaller, RuleForecast } from '#domain/settings/rate-search.ts';
import { AUDIENCES, FORECAST_TEXTS, METHODS, TRY_TEXTS } from '#domain/settings/rate-texts.ts';
import { ReadingProgress } from '#islands/ReadingProgress.tsx';
import { useSettingFields } from '#islands/use-setting-fields.ts';
import { administratorLabel, administratorWord } from '#stores/app/administrator-word.ts';
import { applicationForm as form } from '#stores/settings/application.ts';
import { $logLimits, startLogLimits } from '#stores/settings/log-limits.ts';
import {
  $forecast,
  $forecastReading,
  $isForecastAsked,
  clearForecast,
  createTry,
  readForecast,
  stopForecast,
} from '#stores/settings/rate-forecast.ts';

const CODE = 'font-mono text-dense wrap-anywhere';

const audienceOf = ({ audience }: RateRule) => AUDIENCES.find(({ value }) => value === audience)?.label;

/** `users:create, for guests: 5 requests in 10 seconds` */
function RuleText({ rule }: { readonly rule: RateRule }) {
  const { label, requests, seconds } = rule;
  return (
    <>
      <bdi className={CODE}>{label || '…'}</bdi>, for {audienceOf(rule)?.toLowerCase()}:{' '}
      {requests === undefined ? '…' : countText(requests, 'request', 'requests')} in{' '}
      {seconds === undefined ? '…' : countText(seconds, 'second', 'seconds')}
    </>
  );
}

function useRules(): readonly RateRule[] {
  return useSettingFields(form).values['rateLimits.rules'] ?? [];
}

interface AnswerProps {
  readonly method: string;
  readonly path: string;
  readonly caller: RateCaller;
}

function Answer({ method, path, caller }: AnswerProps) {
  const { target, met } = useStore(useMemo(() => createTry(method, path, caller), [method, path, caller]));
  const rule = useRules()[met?.rule ?? -1];
  if (caller === 'administrator') return <p>{TRY_TEXTS.never(administratorLabel())}</p>;
  if (!target) return <p>{TRY_TEXTS.notCounted}</p>;
  return (
    <>
      <p>
        {rule && met ? (
          <>
            <strong>Rule {met.rule + 1}</strong>: <RuleText rule={rule} /> from one address.{' '}
            {target.counter ? TRY_TEXTS.countedApart : TRY_TEXTS.countedTogether}
          </>
        ) : (
          TRY_TEXTS.free
        )}
      </p>
      <p className="mt-2 text-xs text-muted">{TRY_TEXTS.order}</p>
      <ol aria-label="Labels in their order" className="ml-5 list-decimal text-dense">
        {target.labels.map((label, index) => (
          <li key={label} className={index === met?.label ? 'font-semibold' : ''}>
            <bdi className={CODE}>{label}</bdi>
            {index === met?.label && <span> (rule {met.rule + 1})</span>}
          </li>
        ))}
      </ol>
    </>
  );
}

function TryRequest() {
  const [method, setMethod] = useState<string>(METHODS[0]);
  const [path, setPath] = useState<string>(TRY_TEXTS.example);
  const [caller, setCaller] = useState<RateCaller>('guest');
  const callers = [
    { value: 'guest', label: 'A guest' },
    { value: 'user', label: 'Somebody signed in' },
    { value: 'administrator', label: `A ${administratorWord()}` },
  ];
  return (
    <>
      <div className="grid gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,12rem)]">
        <Select
          label="Method"
          isFixed
          value={method}
          options={METHODS.map((value) => ({ value, label: value }))}
          onChange={setMethod}
        />
        <TextInput
          label="Path"
          mono
          value={path}
          onChange={setPath}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // It belongs to no form: Enter would save the settings.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Select
          label="By"
          isFixed
          value={caller}
          options={callers}
          onChange={(value) => setCaller(value as RateCaller)}
        />
      </div>
      <div role="status" data-rate-answer="">
        <Answer method={method} path={path} caller={caller} />
      </div>
    </>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: Frequent }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {names.map(([name, count]) => (
          <div key={name} className="flex gap-2">
            <bdi className={`${CODE} min-w-0 grow`}>{name}</bdi>
            <span className="tabular-nums">{numberText(count)}</span>
          </div>
        ))}
      </dd>
    </>
  );
}

function Outcome({ rule, index, outcome }: { rule: RateRule; index: number; outcome: RuleForecast }) {
  const { met, refused, addresses, paths } = outcome;
  return (
    <li className="border-t border-base-300 py-2">
      <p>
        <strong>Rule {index + 1}</strong> <RuleText rule={rule} />
      </p>
      <p className={refused ? 'font-medium text-warning' : 'text-muted'}>
        {FORECAST_TEXTS.outcome(met, refused)}
      </p>
      {refused > 0 && (
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-dense [&_dt]:text-muted">
          <Names title="Addresses" names={addresses} />
          <Names title="Requests" names={paths} />
        </dl>
      )}
    </li>
  );
}

function Notes() {
  const { unknown } = useStore($forecast);
  const limits = useStore($logLimits);
  const { 'logs.hasAddresses': hasAddresses = true, 'logs.minLevel': level = 0 } =
    limits.state === 'ready' ? limits.value : {};
  const notes = [
    unknown > 0 && FORECAST_TEXTS.noAddress(unknown),
    !hasAddresses && FORECAST_TEXTS.addressesOff,
    level > 0 && FORECAST_TEXTS.level(level),
  ].filter(Boolean);
  return (
    notes.length > 0 && (
      <Callout kind="warning" className="my-2">
        {notes.map((note) => (
          <p key={String(note)}>{note}</p>
        ))}
      </Callout>
    )
  );
}

function Report() {
  const reading = useStore($forecastReading);
  const { rules: outcomes, free, exempt, count, since } = useStore($forecast);
  const rules = useRules();
  if (reading.state === 'failed')
    return <ErrorState title="The logs could not be read." onRetry={readForecast} />;
  if (reading.state === 'busy')
    return <ReadingProgress reading={reading} what="requests" onStop={stopForecast} />;
  if (!count) return <p>{FORECAST_TEXTS.empty}</p>;
  return (
    <>
      <p role="status">
        From {countText(count, 'request', 'requests')} since{' '}
        <DateTime value={formatStored(new Date(since))} />, of {numberText(reading.total ?? count)} in the
        last 7 days:
      </p>
      <Notes />
      <ol aria-label="Rules and last week’s requests">
        {rules.map((rule, index) => {
          const outcome = outcomes[index];
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name.
          return outcome && <Outcome key={index} {...{ rule, index, outcome }} />;
        })}
      </ol>
      <p className="border-t border-base-300 pt-2 text-muted">{FORECAST_TEXTS.rest(free, exempt)}</p>
    </>
  );
}

function LastWeek() {
  const isAsked = useStore($isForecastAsked);
  useEffect(startLogLimits, []);
  useEffect(() => clearForecast, []);
  return (
    <>
      <p className="mb-2 text-muted">{FORECAST_TEXTS.intro(administratorWord())}</p>
      <Button icon="icon-[ri--search-line]" onClick={() => void readForecast()}>
        {isAsked ? 'Read the log again' : 'Read the log'}
      </Button>
      {isAsked && (
        <div className="mt-3" data-rate-forecast="">
          <Report />
        </div>
      )}
    </>
  );
}

function Part({ title, icon, children }: { title: string; icon: string; children: () => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Accordion title={title} icon={icon} open={isOpen} onToggle={setIsOpen}>
      {isOpen && children()}
    </Accordion>
  );
}

/** What the rules on screen do, before they are saved or switched on. */
export default function RateSimulator() {
  return (
    <div className="mt-4 flex flex-col gap-1.5">
      <Part title="Try a request" icon="icon-[ri--play-circle-line]">
        {() => <TryRequest />}
      </Part>
      <Part title="What would last week’s requests have met?" icon="icon-[ri--history-line]">
        {() => <LastWeek />}
      </Part>
    </div>
  );
}
