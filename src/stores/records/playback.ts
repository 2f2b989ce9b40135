import { atom } from 'nanostores';

/** What is used of a video or audio element. Times are in s. */
type Player = Pick<HTMLMediaElement, 'currentTime' | 'paused' | 'play'>;

/** Creates the state of a player. Long files are requested in parts: after a token has expired, with the next one. */
export function createPlayback(url: string) {
  const $url = atom(url);
  /** Where the player was before the address was replaced, until the file is loaded again. */
  let before: Pick<Player, 'currentTime' | 'paused'> | undefined;
  return {
    $url,
    /** Goes on with the latest address after an error; false when it has failed already, or when there is none. */
    resume: ({ currentTime, paused }: Player, latest: string | undefined): boolean => {
      if (!latest || latest === $url.get()) return false;
      // While it is loaded again, the player is at the start and paused.
      before ??= { currentTime, paused };
      $url.set(latest);
      return true;
    },
    /** Call when the file can be played: goes on where it was. */
    showLoaded: (player: Player): void => {
      if (!before) return;
      player.currentTime = before.currentTime;
      // Where browsers refuse this, the user starts it.
      if (!before.paused) player.play().catch(() => {});
      before = undefined;
    },
  };
}
