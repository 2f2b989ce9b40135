import { afterEach, expect, test } from 'vitest';
import '#tests/support/browser-stub.ts';
import { formatStored, parseDate } from '#domain/app/date.ts';
import { $runLog, closeRunLog, loadRunLog } from '#stores/settings/cron-log.ts';
import { $cronRuns, forgetCronRuns, startCron } from '#stores/settings/crons.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { insertLogs, requestLog } from '#tests/support/logs/entries.ts';
import { answerQuestion } from '../answer-question.ts';
import { rejectRequests } from '../network-fixture.ts';
import { onNewer } from '../newer-backends.ts';
import { until } from '../until.ts';

const KEY = 'atollCronRuns';
const run = { id: 'send_100%_mails', at: '2026-11-05 12:00:00.000Z' };
const minutes = (count: number): string =>
  formatStored(new Date((parseDate(run.at)?.getTime() ?? 0) + count * 60_000));

afterEach(() => {
  closeRunLog();
  forgetCronRuns();
});

onNewer(
  (backend) => {
    test('[BY-55] a start survives a reload, without a secret, and another tab sees it', async () => {
      const stop = $cronRuns.listen(() => {});
      const started = startCron('__pbLogsCleanup__');
      await answerQuestion(true);
      await started;
      const stored = JSON.parse(browser.storage.get(KEY) ?? '');
      expect(stored).toEqual([{ id: '__pbLogsCleanup__', at: expect.stringMatching(/^\d{4}-.*Z$/) }]);
      browser.storeElsewhere(KEY, JSON.stringify([run, ...stored]));
      expect($cronRuns.get()).toEqual([run, ...stored]);
      forgetCronRuns();
      expect(browser.storage.has(KEY)).toBe(false);
      stop();
    });

    test('[BY-55] a start that was declined is none, and a refused one says why', async () => {
      const declined = startCron('daily');
      await answerQuestion(false);
      await declined;
      expect($cronRuns.get()).toEqual([]);
      const refused = startCron('gone');
      await answerQuestion(true);
      await refused;
      expect($cronRuns.get()).toMatchObject([{ id: 'gone', error: 'Missing or invalid cron job.' }]);
    });

    test('[BY-56] the log of a run: warnings and errors of its minutes, and what names the job', async () => {
      const at = (created: string, level: number, message: string, data = {}) => ({
        created,
        level,
        message,
        data,
      });
      insertLogs(backend(), [
        at(minutes(-1), 8, 'an error before'),
        at(minutes(1), 8, 'an error'),
        at(minutes(2), 4, 'a warning'),
        at(minutes(3), 0, 'nothing of it'),
        at(minutes(4), 0, `done: ${run.id}`),
        at(minutes(5), -4, 'in its data', { job: run.id }),
        at(minutes(6), 0, 'send_100x_mails is another job'),
        requestLog({ method: 'POST', address: `/api/jobs/${run.id}` }, { created: minutes(7) }),
        at(minutes(11), 8, 'an error after'),
      ]);
      const shown = until($runLog, (log) => log?.load.state === 'ready');
      await loadRunLog(run);
      const log = await shown;
      const messages = log?.load.state === 'ready' ? log.load.value.map(({ message }) => message) : [];
      expect(messages.toSorted()).toEqual(['a warning', 'an error', `done: ${run.id}`, 'in its data']);
    });

    test('[BY-56] nothing logged is an empty list, a failure is one, and a closed log stays closed', async () => {
      await loadRunLog({ id: 'quiet', at: '2026-11-04 12:00:00.000Z' });
      expect($runLog.get()?.load).toEqual({ state: 'ready', value: [] });
      const closing = loadRunLog(run);
      closeRunLog();
      await closing;
      expect($runLog.get()).toBeUndefined();
      rejectRequests(() => true, 'Broken.', 500);
      await loadRunLog(run);
      expect($runLog.get()?.load.state).toBe('failed');
    });
  },
  ['0.40.6'],
  [],
);
