import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Network } from '#scripts/bench/network.ts';

let network: Network;

beforeEach(() => {
  vi.useFakeTimers();
  network = new Network();
});

afterEach(() => vi.useRealTimers());

/** A request sent `wallTime` seconds after the first one. */
function send(id: string, wallTime = 0, url = `http://a/${id}`): void {
  network.requested({ id, url, wallTime, isEndless: false });
}

/** Whether a promise is fulfilled after `ms`. */
async function isDoneAfter(ms: number, promise: Promise<void>): Promise<boolean> {
  let isDone = false;
  promise.then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return isDone;
}

describe('traffic', () => {
  test('counts responses, and the received parts of unfinished and cancelled ones', () => {
    for (const id of ['whole', 'part', 'cancelled']) {
      send(id);
      network.received(id, 10);
    }
    network.ended('whole', 12);
    network.ended('cancelled');
    expect(network.traffic).toEqual({ bytes: 32, requests: 3 });
    network.ended('part', 25);
    expect(network.traffic.bytes).toBe(47);
  });

  test('counts what was sent by a moment in full, also what arrives later', () => {
    send('page');
    network.ended('page', 5);
    send('font');
    network.received('font', 10);
    const byNow = network.sentSoFar();
    send('later');
    network.ended('later', 100);
    network.ended('font', 40);
    expect(byNow()).toEqual({ bytes: 45, requests: 2 });
    expect(network.traffic).toEqual({ bytes: 145, requests: 3 });
  });

  test('ignores data in the page itself', () => {
    send('icon', 0, 'data:image/png;base64,AA==');
    expect(network.traffic.requests).toBe(0);
  });
});

test('a page that asks again and again whether the backend is healthy comes to rest', async () => {
  send('health 1', 0, 'http://a/api/health');
  network.ended('health 1', 9);
  const rest = network.rest();
  for (let second = 1; second <= 4; second++) {
    await vi.advanceTimersByTimeAsync(2000);
    send(`health ${second + 1}`, second, 'http://a/api/health');
    network.received(`health ${second + 1}`, 9);
    network.ended(`health ${second + 1}`, 9);
  }
  expect(await isDoneAfter(200, rest)).toBe(true);
  expect(network.traffic).toEqual({ bytes: 9, requests: 1 });
});

describe('untilSent', () => {
  test('returns the time of the request and the traffic up to then', async () => {
    send('page', 100);
    network.ended('page', 5);
    send('sign-in', 101.25, 'http://a/api/sign-in');
    network.ended('sign-in', 7);
    expect(await network.untilSent('/api/sign-in')).toEqual({
      time: 1250,
      traffic: { bytes: 5, requests: 1 },
    });
  });

  test('fails when the request is never sent', async () => {
    const sent = expect(network.untilSent('/api/sign-in')).rejects.toThrow('never sent /api/sign-in');
    await vi.advanceTimersByTimeAsync(100_000);
    await sent;
  });
});

describe('rest', () => {
  test('waits for prefetching after a pause, unlike quiet', async () => {
    send('page');
    network.ended('page', 5);
    expect(await isDoneAfter(3000, network.quiet())).toBe(true);
    const resting = network.rest();
    expect(await isDoneAfter(1500, resting)).toBe(false);
    send('ahead');
    network.ended('ahead', 500);
    expect(await isDoneAfter(7500, resting)).toBe(false);
    expect(await isDoneAfter(1000, resting)).toBe(true);
    expect(network.traffic.bytes).toBe(505);
  });

  test('waits for an unfinished request', async () => {
    send('slow');
    const quiet = network.quiet();
    expect(await isDoneAfter(4000, quiet)).toBe(false);
    network.ended('slow', 1);
    expect(await isDoneAfter(2000, quiet)).toBe(true);
  });

  test('gives up a request without an end, once', async () => {
    send('worker');
    expect(await isDoneAfter(5200, network.quiet())).toBe(true);
    send('next');
    network.ended('next', 1);
    expect(await isDoneAfter(2000, network.quiet())).toBe(true);
    network.ended('worker', 7);
    expect(network.traffic).toEqual({ bytes: 8, requests: 2 });
  });

  test('fails on a page that never stops', async () => {
    const rest = expect(network.rest()).rejects.toThrow('never stopped fetching: http://a/again');
    for (let second = 0; second < 100; second++) {
      send('again');
      await vi.advanceTimersByTimeAsync(1000);
    }
    await rest;
  });
});
