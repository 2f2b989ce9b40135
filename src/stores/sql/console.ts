import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { runSql } from '#api/settings/sql.ts';
import { saveFile, saveJsonFile } from '#browser/save-file.ts';
import { readInTab, storeInTab } from '#browser/storage.ts';
import { countText } from '#domain/app/count-text.ts';
import { SQL_TEXT_KEY } from '#domain/app/later-keys.ts';
import { truncate } from '#domain/app/value-text.ts';
import { sqlCompletions } from '#domain/collections/sql-completions.ts';
import { BYTE_ORDER_MARK, CSV_LINE_END, csvLine } from '#domain/records/transfer/csv.ts';
import type { SqlAnswer } from '#domain/sql/answer.ts';
import { jsonText, type ResultColumn, resultColumns } from '#domain/sql/columns.ts';
import { type Statement, statementsOf } from '#domain/sql/judge.ts';
import { indexIdeas, planSteps } from '#domain/sql/plan.ts';
import { touchesOf } from '#domain/sql/touches.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { $adminId } from '#stores/app/session.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $collectionList, $collections } from '#stores/collections/list.ts';
import { mayBeStored } from '#stores/job/retry.ts';
import { HIDDEN_TABLES, isKeptInMemory, MAX_SQL, sqlReason } from '#wire/sql.ts';
import { type Plan, planOf } from './explain.ts';
import { keepRun } from './saved.ts';

/** A statement and what became of it. */
export interface Run {
  /** Different from those of all runs before. */
  readonly id: number;
  readonly statement: Statement;
  /**
   * `refused`: it may write, which is not switched on; `declined`: the user said no; `unknown`: no answer came, so that it
   * may have changed something.
   */
  readonly state: 'waiting' | 'busy' | 'done' | 'failed' | 'refused' | 'declined' | 'unknown';
  readonly answer?: SqlAnswer;
  readonly columns?: readonly ResultColumn[];
  readonly plan?: Plan;
  /** Why it failed, as SQLite says it. */
  readonly reason?: string;
}

/** The typed text; it survives a reload. */
export const $text = atom('');
/** Whether the next run may write; off again after it. */
export const $canWrite = atom(false);
export const $isRunning = atom(false);
/** The statements of the last run. */
export const $runs = atom<readonly Run[]>([]);

let owner = $adminId.get();
// What was typed and read is an administrator's, who may have to sign in again to see what a run has changed.
$adminId.listen((admin) => {
  if (admin === undefined || admin === owner) return;
  if (owner !== undefined) {
    $runs.set([]);
    $text.set('');
    storeInTab(SQL_TEXT_KEY, undefined);
  }
  owner = admin;
});

const running = createLatest();
let lastId = 0;

const newRun = (statement: Statement, state: Run['state'] = 'waiting'): Run => {
  lastId += 1;
  return { id: lastId, statement, state };
};

const setRun = (at: number, change: Partial<Run>): void =>
  $runs.set($runs.get().map((run, index) => (index === at ? { ...run, ...change } : run)));

/** Names for `prefix`, the path before the caret. */
export const completionsFor = (prefix: string): string[] =>
  sqlCompletions(prefix, $text.get(), $collectionList.get(), HIDDEN_TABLES);

/** Whether the backend says how many rows a statement has changed: only of these, and only if they begin with it. */
export const isCounted = ({ sql }: Statement): boolean => /^(insert|update|delete|replace)\b/i.test(sql);

const MAX_SHOWN = 300;
const BYPASSED =
  'It goes past the API: no rule, validation or hook runs, and nobody who follows the data is told.';
const IN_MEMORY =
  'The program has collections and settings in memory: it notices this only when it starts again, and may be confused until then.';

/** What a statement will touch, as sentences. */
async function previewOf(statement: Statement, signal: AbortSignal): Promise<readonly string[]> {
  const { verb, sql, node } = statement;
  const { targets, countSql, rows, planSql } = touchesOf(statement);
  const count = countSql
    ? await runSql(countSql, { signal }).then(
        (answer) => Number(answer.rows[0]?.[0] ?? 0),
        (thrown) => {
          if (toApiError(thrown).status !== 400) throw thrown;
          return undefined;
        },
      )
    : rows;
  const isAboutRows = planSql !== undefined || count !== undefined;
  const counted = count === undefined ? 'its rows can’t be counted before' : countText(count, 'row', 'rows');
  const about = targets.length ? ` on ${targets.join(', ')}` : '';
  const plan = planSql ? await planOf(sql, signal).catch(() => undefined) : undefined;
  const isRemembered = !node || /^(CREATE|DROP|ALTER|PRAGMA)/.test(verb) || targets.some(isKeptInMemory);
  return [
    `${verb || 'What it does can’t be told'}${about}${isAboutRows ? `: ${counted}` : ''}.`,
    ...(plan?.steps.length ? [`${plan.steps.map(({ text }) => text).join('. ')}.`] : []),
    BYPASSED,
    ...(isRemembered ? [IN_MEMORY] : []),
  ];
}

/** Asks before a statement that may write runs. */
async function mayRun(statement: Statement, signal: AbortSignal): Promise<boolean> {
  const lines = await previewOf(statement, signal);
  const question = `Run this statement?\n\n${truncate(statement.text, MAX_SHOWN)}\n\n${lines.join('\n')}`;
  return confirm(question, { loss: 'What it changes can’t be taken back.', signal });
}

async function runOne(at: number, statement: Statement, signal: AbortSignal): Promise<boolean> {
  const { sql, writes, node } = statement;
  let isSent = false;
  setRun(at, { state: 'busy' });
  try {
    if (writes !== undefined && !(await mayRun(statement, signal))) {
      setRun(at, { state: 'declined' });
      return false;
    }
    signal.throwIfAborted();
    isSent = true;
    const answer = await runSql(sql, { signal });
    const collections = $collectionList.get();
    setRun(at, {
      state: 'done',
      answer,
      columns: resultColumns(answer, node, collections),
      ...(node?.type === 'ExplainStmt' &&
        node.queryPlan && {
          plan: { steps: planSteps(answer), ideas: indexIdeas(node.stmt, answer, collections) },
        }),
    });
    return true;
  } catch (thrown) {
    const error = toApiError(thrown);
    const isUnknown = isSent && writes !== undefined && mayBeStored(error);
    if (isUnknown) setRun(at, { state: 'unknown' });
    else
      setRun(at, {
        state: 'failed',
        reason: error.isAbort ? 'You stopped waiting for it.' : sqlReason(error.message),
      });
    if (!error.isAbort) report(error, { toast: false });
    return false;
  }
}

/** Resolves when the collections are there, or can't be: results are typed by them. */
const collectionsSettled = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stop = $collections.listen(({ state }) => {
      if (state !== 'busy') end();
    });
    const end = () => {
      stop();
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    if ($collections.get().state !== 'busy') end();
  });

/** Does something for each statement of a text until one fails; one run at a time. */
async function runEach(
  text: string,
  act: (at: number, statement: Statement, signal: AbortSignal) => Promise<boolean>,
) {
  const statements = statementsOf(text);
  const long = statements.findIndex(({ sql }) => sql.length > MAX_SQL);
  $runs.set(statements.map((statement) => newRun(statement)));
  if (long >= 0) {
    setRun(long, {
      state: 'failed',
      reason: `It has more than ${MAX_SQL} characters, which the backend refuses.`,
    });
    return;
  }
  const signal = running.begin();
  $isRunning.set(true);
  try {
    await collectionsSettled(signal);
    for (const [at, statement] of statements.entries()) if (!(await act(at, statement, signal))) break;
  } finally {
    $canWrite.set(false);
    $isRunning.set(false);
  }
}

/** Runs the statements of a text one after the other, until one fails. If any may write and must not, none runs. */
export async function runText(text: string): Promise<void> {
  if ($isRunning.get() || !text.trim()) return;
  keepRun(text.trim());
  const refused = $canWrite.get() ? [] : statementsOf(text).filter(({ writes }) => writes !== undefined);
  if (!refused.length) return runEach(text, runOne);
  $runs.set(
    statementsOf(text).map((statement) =>
      newRun(statement, statement.writes === undefined ? 'waiting' : 'refused'),
    ),
  );
}

/** Shows how the rows of the statements would be found; runs none of them. */
export async function explainText(text: string): Promise<void> {
  if ($isRunning.get()) return;
  await runEach(text, async (at, { sql }, signal) => {
    try {
      const plan = await planOf(sql, signal);
      if (plan) setRun(at, { state: 'done', plan });
      else setRun(at, { state: 'failed', reason: 'Only SELECT, INSERT, UPDATE and DELETE have a plan.' });
      return plan !== undefined;
    } catch (thrown) {
      const error = report(thrown, { toast: false });
      setRun(at, { state: 'failed', reason: sqlReason(error.message) });
      return false;
    }
  });
}

/** Stops waiting for the statement that runs; the backend may go on with it. */
export const stopRun = running.abort;

/** Puts another text in place of the typed one, after a question if that is kept nowhere. */
export async function takeText(text: string): Promise<boolean> {
  const typed = $text.get().trim();
  if (typed && typed !== text.trim() && !(await confirm('Replace the text in the editor?'))) return false;
  $text.set(text);
  return true;
}

const FILE = 'query';

export function exportRun({ answer, columns }: Run, format: 'csv' | 'json'): void {
  if (!answer || !columns) return;
  if (format === 'json') {
    saveJsonFile(`${FILE}.json`, jsonText(columns, answer.rows));
    return;
  }
  const isText = (at: number) => columns[at]?.type !== 'number';
  const lines = [
    csvLine(
      columns.map(({ name }) => name),
      ',',
      () => true,
    ),
    ...answer.rows.map((row) =>
      csvLine(
        row.map((value) => value ?? ''),
        ',',
        isText,
      ),
    ),
  ];
  saveFile(
    `${FILE}.csv`,
    new Blob([BYTE_ORDER_MARK + lines.join(CSV_LINE_END) + CSV_LINE_END], { type: 'text/csv' }),
  );
}

/** Takes the text of before a reload. Returns a function that stops keeping it. */
export function startConsole(): () => void {
  if (!$text.get()) $text.set(readInTab(SQL_TEXT_KEY) ?? '');
  return stopAll(
    $text.listen((text) => storeInTab(SQL_TEXT_KEY, text || undefined)),
    () => $canWrite.set(false),
  );
}
