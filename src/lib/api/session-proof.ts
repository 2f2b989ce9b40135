// chunks: pb23, on demand
import type { ApiRequest } from '#domain/backend/request.ts';
import { isOfAdmins, proofRequest, sessionSaidBy } from '#wire/guests.ts';
import { type Proofs, proveWith } from './client.ts';

/** An answer to administrators proves the session for requests of this time after it was asked for, in ms. */
const READ_AGE = 5000;
/** For changes: of what is sent, a guest may change less. */
const WRITE_AGE = 1000;

/** The error of a refusal that says that the session is over; undefined without one, null when nobody could tell. */
type Verdict = Error | null | undefined;

interface Asked {
  readonly token: string;
  /** When it was sent, on the page's clock. */
  readonly at: number;
  readonly verdict: Promise<Verdict>;
}

const statusOf = (error: unknown): unknown =>
  error instanceof Error && 'status' in error ? error.status : 0;

const verdictOf = (answer: Promise<unknown>): Promise<Verdict> =>
  answer.then(
    () => undefined,
    (error: unknown) => (error instanceof Error && statusOf(error) === 401 ? error : null),
  );

/**
 * Proves that a session was still one when a route answered that guests may use, too: of records they see and change
 * less, so that no list or save of such an answer may count. Nothing is asked while other answers prove it.
 */
class SessionProof implements Proofs {
  #latest: Asked | undefined;

  #note(token: string, answer: Promise<unknown>): Promise<Verdict> {
    const verdict = verdictOf(answer);
    this.#latest = { token, at: performance.now(), verdict };
    return verdict;
  }

  of<T>(
    { path, token, isWrite }: { path: string; token: string; isWrite: boolean },
    answer: Promise<T>,
    ask: (request: ApiRequest) => Promise<unknown>,
  ): Promise<T> {
    const said = sessionSaidBy(path, token);
    if (said === 'proof') void this.#note(token, answer);
    if (said !== 'open') return answer;
    if (isWrite && isOfAdmins(path))
      return answer.catch(async (error: unknown) => {
        throw (await this.#note(token, ask(proofRequest))) ?? error;
      });
    const since = performance.now() - (isWrite ? WRITE_AGE : READ_AGE);
    const known = this.#latest;
    const isKnown = known?.token === token && known.at >= since;
    const proof = isKnown ? known.verdict : this.#note(token, ask(proofRequest));
    return this.#proven(answer, proof, () => this.#note(token, ask(proofRequest)));
  }

  async #proven<T>(answer: Promise<T>, proof: Promise<Verdict>, again: () => Promise<Verdict>): Promise<T> {
    const [settled] = await Promise.allSettled([answer]);
    // What is hidden from guests, or locked, is refused like this.
    const isHidden = settled.status === 'rejected' && [403, 404].includes(Number(statusOf(settled.reason)));
    const first = await proof;
    const verdict = first === null || (isHidden && !first) ? await again() : first;
    if (verdict) throw verdict;
    return answer;
  }
}

/** From now on, every client asks for proofs. */
export const startProofs = (): void => proveWith(SessionProof);
