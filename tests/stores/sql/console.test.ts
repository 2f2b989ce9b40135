import { beforeEach, expect, test } from 'vitest';
import { readInTab, storeInTab } from '#browser/storage.ts';
import { SQL_HISTORY_KEY, SQL_TEXT_KEY } from '#domain/app/later-keys.ts';
import { QUERIES_OWNER } from '#domain/sql/saved.ts';
import { can } from '#stores/app/capabilities.ts';
import { $question } from '#stores/app/confirm.ts';
import { deviceTexts } from '#stores/arrangements/sync.ts';
import { $collectionList, loadCollections } from '#stores/collections/list.ts';
import {
  $canWrite,
  $runs,
  $text,
  completionsFor,
  explainText,
  runText,
  startConsole,
  stopRun,
} from '#stores/sql/console.ts';
import { createListPlan } from '#stores/sql/explain.ts';
import { $check, $health, checkFile, loadHealth } from '#stores/sql/health.ts';
import { $history, $keepsHistory, clearHistory, keepHistory, queries, saveQuery } from '#stores/sql/saved.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { createCollection, createRecords, field } from '#tests/support/factories.ts';
import { capabilitiesOf } from '#wire/pb23/capabilities.ts';
import { answerQuestion } from '../answer-question.ts';
import { holdRequests, loseResponses, watchRequests } from '../network-fixture.ts';
import { onNewer } from '../newer-backends.ts';
import { typedToasts } from '../toasts.ts';
import { until } from '../until.ts';

const isSql = ({ path }: { readonly path: string }) => path.endsWith('/sql');
/** The statements that are sent, until the test ends. */
function watchSql() {
  const { requests } = watchRequests();
  return () => requests.filter(isSql).length;
}
const states = () => $runs.get().map(({ state }) => state);
const run = async (text: string, canWrite = false) => {
  $canWrite.set(canWrite);
  await runText(text);
  return $runs.get();
};

onNewer(
  (backend, version) => {
    const count = () => backend().sql('SELECT count(*) AS count FROM posts')[0]?.['count'];
    const { runsSql } = capabilitiesOf(version);

    beforeEach(async () => {
      $runs.set([]);
      $text.set('');
      clearHistory();
      const { api } = backend();
      if (backend().sql("SELECT 1 FROM _collections WHERE name = 'posts'").length) return;
      await createCollection(api, { name: 'posts', fields: [field('title'), field('views', 'number')] });
      await createRecords(api, 'posts', 5, (at) => ({ title: `Post ${at}`, views: at }));
      await loadCollections();
    });

    test('[BY-20] a backend says whether SQL can be run', () => {
      expect(Boolean(can().runsSql)).toBe(Boolean(runsSql));
    });

    test.runIf(runsSql)('[BY-23] runs statements one after the other, until one fails', async () => {
      const runs = await run(
        'SELECT id, views FROM posts ORDER BY views; SELECT absent FROM posts; SELECT 1',
      );
      expect(states()).toEqual(['done', 'failed', 'waiting']);
      expect(runs[0]?.columns?.map(({ type }) => type)).toEqual(['id', 'number']);
      expect(runs[0]?.answer?.rows.map(([, views]) => views)).toEqual(['0', '1', '2', '3', '4']);
      expect(runs[1]?.reason).toBe('no such column: absent');
    });

    test.runIf(runsSql)('[BY-21] sends nothing of a text with a statement that may write', async () => {
      const sent = watchSql();
      await run("SELECT 1; /* ' */ DELETE FROM posts; SELECT 2");
      expect(states()).toEqual(['waiting', 'refused', 'waiting']);
      expect(sent()).toBe(0);
    });

    test.runIf(runsSql)(
      '[BY-22] asks with what it touches, runs once, and writing is off again',
      async () => {
        const running = run("DELETE FROM posts WHERE title = 'Post 4'", true);
        const question = await until($question, (shown) => shown !== undefined);
        expect(question?.loss).toBe('What it changes can’t be taken back.');
        const text = await answerQuestion(true);
        const runs = await running;
        expect(text).toContain('DELETE on posts: 1 row.');
        expect(text).toContain('Reads every row of posts.');
        expect(text).toContain('no rule, validation or hook runs');
        expect(runs[0]?.answer?.changed).toBe(1);
        expect([count(), $canWrite.get()]).toEqual([4, false]);
      },
    );

    test.runIf(runsSql)('[BY-22] a no stops the run, and what has no answer is not sent again', async () => {
      const declined = run('DELETE FROM posts; SELECT 1', true);
      await answerQuestion(false);
      await declined;
      expect(states()).toEqual(['declined', 'waiting']);
      expect(count()).toBe(4);

      const before = watchSql();
      const lost = run("WITH a AS (SELECT 1) DELETE FROM posts WHERE title = 'Post 3'; SELECT 1", true);
      await until($question, (shown) => shown !== undefined);
      const asked = before();
      loseResponses(isSql);
      await answerQuestion(true);
      await lost;
      expect(states()).toEqual(['unknown', 'waiting']);
      expect(before() - asked).toBe(1);
      expect(count()).toBe(3);
    });

    test.runIf(runsSql)('[BY-22] says that a change of collections is not noticed', async () => {
      const running = run("UPDATE _collections SET name = 'other' WHERE name = 'nothing'", true);
      expect(await answerQuestion(false)).toContain('notices this only when it starts again');
      await running;
    });

    test.runIf(runsSql)('[BY-23] 1,000 rows are all that comes back', async () => {
      const numbers =
        'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) SELECT i FROM n';
      const [one] = await run(numbers);
      expect(one?.answer?.rows).toHaveLength(1000);
      expect(one?.columns?.[0]?.type).toBe('number');
    });

    test.runIf(runsSql)(
      'a statement that is too long is not sent; waiting for one can be stopped',
      async () => {
        const sent = watchSql();
        const [long] = await run(`SELECT '${'x'.repeat(5000)}'`);
        expect(long?.reason).toContain('5000 characters');
        expect(sent()).toBe(0);
        const held = holdRequests(isSql);
        const running = run('SELECT 1');
        await held.arrived;
        stopRun();
        await running;
        expect($runs.get()[0]?.reason).toBe('You stopped waiting for it.');
      },
    );

    test.runIf(runsSql)('[BY-26] explains without running', async () => {
      const before = count();
      await explainText("DELETE FROM posts WHERE title = 'a'; SELECT * FROM posts WHERE views = 1");
      const [first, second] = $runs.get();
      expect(first?.plan?.steps[0]?.text).toBe('Reads every row of posts');
      expect(second?.plan?.ideas.map(({ columns }) => columns)).toEqual([['views']]);
      expect(count()).toBe(before);
      await explainText('CREATE TABLE t(a)');
      expect($runs.get()[0]?.reason).toBe('Only SELECT, INSERT, UPDATE and DELETE have a plan.');
    });

    test.runIf(runsSql)('[BY-27] explains a list of the logs', async () => {
      const posts = $collectionList.get().find(({ name }) => name === 'posts');
      if (!posts) throw new Error('There is no collection.');
      const asked = createListPlan({ collection: posts, filter: 'title = "a" && views > 1', sort: '-views' });
      await asked.load();
      expect(asked.$load.get()).toMatchObject({
        state: 'ready',
        value: { plan: { ideas: [{ columns: ['title', 'views'] }] } },
      });
    });

    test.runIf(runsSql)('[BY-28] health: sizes, rows, and a check', async () => {
      await loadHealth();
      const load = $health.get();
      if (load.state !== 'ready') throw new Error(load.state);
      const { bytes, hasSizes, tables, indexes } = load.value;
      expect(hasSizes).toBe(true);
      expect(bytes).toBeGreaterThan(100_000);
      expect(tables.find(({ name }) => name === 'posts')).toMatchObject({ rows: count(), bytes: 4096 });
      expect(indexes.some(({ table, isOwn }) => table === 'posts' && isOwn)).toBe(true);
      await checkFile('full');
      expect($check.get()).toEqual({ state: 'ready', value: [] });
    });

    test.runIf(runsSql)(
      '[BY-25] what is run is kept on this device, until that is switched off',
      async () => {
        await run(' SELECT 1 ');
        await run('SELECT 2');
        await run('SELECT 1');
        expect($history.get()).toEqual(['SELECT 1', 'SELECT 2']);
        keepHistory(false);
        await run('SELECT 3');
        expect([$history.get(), $keepsHistory.get()]).toEqual([[], false]);
        expect(browser.storage.has(SQL_HISTORY_KEY)).toBe(false);
        keepHistory(true);
      },
    );

    test('[BY-25] the text survives a reload of the tab', () => {
      const stop = startConsole();
      $text.set('SELECT 4');
      expect(readInTab(SQL_TEXT_KEY)).toBe('SELECT 4');
      stop();
      $text.set('');
      storeInTab(SQL_TEXT_KEY, 'SELECT 5');
      startConsole()();
      expect($text.get()).toBe('SELECT 5');
    });

    test('[BY-25] a saved query is one of the shared arrangements', () => {
      saveQuery('Mine', 'SELECT 1');
      saveQuery('Mine', 'SELECT 2');
      expect(queries.of(QUERIES_OWNER).map(({ name, sql }) => [name, sql])).toEqual([['Mine', 'SELECT 2']]);
      expect(typedToasts().at(-1)).toBe('success: Saved the query “Mine”.');
      expect(JSON.parse(deviceTexts()['atollQueries'] ?? '')).toHaveLength(1);
    });

    test('[BY-20] completes tables, also those of no collection, and columns', () => {
      $text.set('SELECT  FROM posts');
      expect(completionsFor('')).toEqual(expect.arrayContaining(['posts', '_params', 'title', 'SELECT']));
      expect(completionsFor('posts.')).toContain('posts.views');
    });
  },
  ['0.40.6', '0.38.2'],
  ['0.39.11'],
);
