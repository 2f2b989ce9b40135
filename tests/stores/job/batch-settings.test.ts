import { cleanStores } from 'nanostores';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { BATCH_TEXTS } from '#domain/app/batch-settings.ts';
import { BATCH_ON_KEY } from '#domain/app/later-keys.ts';
import { $question } from '#stores/app/confirm.ts';
import { $toasts } from '#stores/app/toasts.ts';
import {
  $batch,
  holdBatches,
  offerSwitchOff,
  openBatches,
  readBatches,
  switchOnForWork,
} from '#stores/job/batch-settings.ts';
import { answerQuestion } from '#tests/stores/answer-question.ts';
import { rejectRequests, watchRequests } from '#tests/stores/network-fixture.ts';
import { onNewer } from '#tests/stores/newer-backends.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { until } from '#tests/stores/until.ts';
import type { Backend } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';

const OFF = { enabled: false, maxRequests: 40, timeout: 3, maxBodySize: 0 };

onNewer((backend: () => Backend) => {
  const stored = async () => (await backend().api.get<{ batch: typeof OFF }>('/api/settings')).batch;
  const setBatch = (batch: Partial<typeof OFF>) => backend().api.patch('/api/settings', { batch });
  const noted = () => browser.storage.get(BATCH_ON_KEY);
  const stops: (() => void)[] = [];

  /** Holds batches as a panel does, with what the backend has now. */
  async function open(batch: Partial<typeof OFF> = OFF) {
    await setBatch(batch);
    const stop = holdBatches();
    stops.push(stop);
    await readBatches();
    await until($batch, ({ state }) => state === 'known');
    return stop;
  }

  async function switchOn() {
    const stop = await open();
    expect($batch.get()).toMatchObject({ size: 0, isOurs: false });
    const switching = switchOnForWork();
    const question = await until($question, (shown) => shown !== undefined);
    // On a production backend its name has to be typed for a loss.
    expect(question?.loss).toBe(BATCH_TEXTS.loss);
    await answerQuestion(true);
    await switching;
    expect($batch.get()).toMatchObject({ size: 40, isOurs: true, isSaving: false });
    expect(await stored()).toEqual({ ...OFF, enabled: true });
    expect(noted()).toContain('"batch.isEnabled":true');
    return stop;
  }

  afterEach(async () => {
    for (const stop of stops.splice(0)) stop();
    // It would end a second later.
    cleanStores($batch);
    await vi.waitFor(() => expect(noted()).toBeUndefined(), 5000);
  });

  test('[BY-18] batches are on while somebody works, and off again after it', async () => {
    const stop = await switchOn();
    expect(await openBatches()).toBeDefined();
    const stopOther = holdBatches();
    stop();
    expect((await stored()).enabled).toBe(true);
    stopOther();
    await vi.waitFor(async () => expect(await stored()).toEqual(OFF), 5000);
    await vi.waitFor(() => expect(typedToasts()).toEqual([`success: ${BATCH_TEXTS.switchedOff}`]));
    expect(noted()).toBeUndefined();
    expect(await openBatches()).toBeUndefined();
  });

  test('[BY-18] who declines changes nothing', async () => {
    await open();
    const switching = switchOnForWork();
    await answerQuestion(false);
    await switching;
    expect(await stored()).toEqual(OFF);
    expect(noted()).toBeUndefined();
  });

  test('[BY-18] without a place for the note, nothing is switched on', async () => {
    await open();
    browser.quota = 5;
    onTestFinished(() => {
      browser.quota = Number.POSITIVE_INFINITY;
    });
    const switching = switchOnForWork();
    await answerQuestion(true);
    await switching;
    expect(await stored()).toEqual(OFF);
    expect(typedToasts()).toEqual([`error: ${BATCH_TEXTS.notKept}`]);
  });

  test('[BY-18] a refused switch leaves no note, and what was on before is nobody’s', async () => {
    await open();
    const restore = rejectRequests(({ method }) => method === 'PATCH', 'Not now.');
    const switching = switchOnForWork();
    await answerQuestion(true);
    await switching;
    restore();
    expect(noted()).toBeUndefined();
    expect(typedToasts()).toEqual(['error: Not now.']);
    await setBatch({ enabled: true });
    const again = switchOnForWork();
    await answerQuestion(true);
    await again;
    expect($batch.get()).toMatchObject({ size: 40, isOurs: false });
    expect(noted()).toBeUndefined();
  });

  test('[BY-19] settings that somebody has changed meanwhile are left alone', async () => {
    const stop = await switchOn();
    await setBatch({ maxRequests: 9 });
    stop();
    await vi.waitFor(() => expect(typedToasts()).toEqual([`warning: ${BATCH_TEXTS.changed}`]), 5000);
    expect(await stored()).toEqual({ ...OFF, enabled: true, maxRequests: 9 });
    expect(noted()).toBeUndefined();
  });

  test('[BY-19] when it can’t be switched off, that is said, and tried again', async () => {
    const stop = await switchOn();
    const restore = rejectRequests(({ method }) => method === 'PATCH', 'Not now.', 500);
    stop();
    await vi.waitFor(() => expect(typedToasts()[0]).toContain(BATCH_TEXTS.notSwitchedOff), 5000);
    expect(noted()).toBeDefined();
    restore();
    $toasts.get()[0]?.action?.run();
    await vi.waitFor(async () => expect(await stored()).toEqual(OFF));
  });

  const crash = (batch: Partial<typeof OFF> = {}) =>
    browser.storage.set(
      BATCH_ON_KEY,
      JSON.stringify({
        ...{ 'batch.isEnabled': true, 'batch.maxRequests': 40, 'batch.timeout': 3, 'batch.maxBodySize': 0 },
        ...batch,
      }),
    );

  test('[BY-19] after a crash the next visit offers to switch them off', async () => {
    await setBatch({ ...OFF, enabled: true });
    crash();
    await offerSwitchOff();
    expect(typedToasts()).toEqual([`warning: ${BATCH_TEXTS.leftOver}`]);
    expect((await stored()).enabled).toBe(true);
    $toasts.get()[0]?.action?.run();
    await vi.waitFor(async () => expect(await stored()).toEqual(OFF));
    await vi.waitFor(() => expect(noted()).toBeUndefined());
  });

  test('[BY-19] not while another tab works, or where somebody has switched them off or changed them', async () => {
    await setBatch({ ...OFF, enabled: true });
    crash();
    const working = new BroadcastChannel(BATCH_ON_KEY);
    working.addEventListener('message', () => working.postMessage('working'));
    const { sent, stop } = watchRequests();
    await offerSwitchOff();
    working.close();
    expect(sent).toEqual([]);
    stop();
    await setBatch({ maxRequests: 41 });
    await offerSwitchOff();
    expect(typedToasts()).toEqual([`warning: ${BATCH_TEXTS.changed}`]);
    expect(noted()).toBeUndefined();
    await setBatch({ enabled: false });
    crash();
    await offerSwitchOff();
    expect(typedToasts()).toHaveLength(1);
    expect(noted()).toBeUndefined();
  });

  test('[BY-19] unreadable notes and settings break nothing', async () => {
    for (const text of ['', '{', '[]', '7', 'null', '{"batch.isEnabled":1}']) {
      browser.storage.set(BATCH_ON_KEY, text);
      await offerSwitchOff();
    }
    expect(typedToasts()).toEqual([]);
    browser.storage.delete(BATCH_ON_KEY);
    crash();
    const restore = rejectRequests(({ path }) => path === '/api/settings', '', 503);
    await offerSwitchOff();
    expect(await openBatches()).toBeUndefined();
    stops.push(holdBatches());
    await readBatches();
    await until($batch, ({ state }) => state === 'unknown');
    restore();
    expect(typedToasts()).toEqual([]);
    browser.storage.delete(BATCH_ON_KEY);
  });
});
