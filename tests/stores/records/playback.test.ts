import { expect, test } from 'vitest';
import { createPlayback } from '#stores/records/playback.ts';

const URL = 'http://a/sound.wav?token=';

/** A player in the page, which has stopped at a second of its file. */
function playerAt(currentTime: number, { paused = false, refusesPlay = false } = {}) {
  const player = {
    currentTime,
    paused,
    plays: 0,
    async play() {
      player.plays += 1;
      if (refusesPlay) throw new DOMException('', 'NotAllowedError');
    },
  };
  return player;
}

test('a file whose token has expired goes on where it was, with the latest one', () => {
  const playback = createPlayback(`${URL}1`);
  expect(playback.resume(playerAt(75), `${URL}2`)).toBe(true);
  expect(playback.$url.get()).toBe(`${URL}2`);
  const player = playerAt(0, { paused: true });
  playback.showLoaded(player);
  expect(player).toMatchObject({ currentTime: 75, plays: 1 });
});

test('a file that was paused stays so, and each token is tried once', () => {
  const playback = createPlayback(`${URL}1`);
  playback.resume(playerAt(5, { paused: true }), `${URL}2`);
  const player = playerAt(0, { paused: true });
  playback.showLoaded(player);
  expect(player).toMatchObject({ currentTime: 5, plays: 0 });
  expect(playback.resume(player, `${URL}2`)).toBe(false);
  expect(playback.resume(player, `${URL}3`)).toBe(true);
});

test('the first load of a file moves and starts nothing', () => {
  const playback = createPlayback(`${URL}1`);
  const player = playerAt(0, { paused: true });
  playback.showLoaded(player);
  expect(player).toMatchObject({ currentTime: 0, plays: 0 });
});

test.each([`${URL}1`, undefined])(
  'a file that can be loaded no better with the address %s is broken',
  (latest) => {
    const playback = createPlayback(`${URL}1`);
    expect(playback.resume(playerAt(5), latest)).toBe(false);
    expect(playback.$url.get()).toBe(`${URL}1`);
  },
);

test('a file that the browser does not play by itself waits for the user', async () => {
  const playback = createPlayback(`${URL}1`);
  playback.resume(playerAt(5), `${URL}2`);
  playback.showLoaded(playerAt(0, { refusesPlay: true }));
  await new Promise((done) => setImmediate(done));
  expect(playback.$url.get()).toBe(`${URL}2`);
});
