import type { Graphic } from '#domain/collections/schema/arrange.ts';
import type { Places } from '#domain/collections/schema/geometry.ts';

export interface ArrangeCall {
  readonly id: number;
  readonly graphic: Graphic;
}

export interface ArrangeReply {
  readonly id: number;
  readonly places: Places;
}

export interface Arranger {
  /** Resolves with the places. A later call drops this one, which stays pending; rejects when the worker fails. */
  readonly arrange: (graphic: Graphic) => Promise<Places>;
  /** Ends the worker; a pending call stays pending. */
  readonly close: () => void;
}

interface Running {
  readonly worker: Worker;
  /** Whether it is busy or has failed: the next call needs another one. */
  isUsed: boolean;
}

function start(): Running {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const running: Running = { worker, isUsed: false };
  // Its code may fail to arrive before the first call, which would wait forever.
  worker.onerror = (event) => {
    event.preventDefault();
    running.isUsed = true;
  };
  return running;
}

export function openArranger(): Arranger {
  let running = start();
  let last = 0;
  return {
    arrange(graphic) {
      // What nobody waits for any more must not hold up what somebody does.
      if (running.isUsed) {
        running.worker.terminate();
        running = start();
      }
      const current = running;
      const { worker } = current;
      const call: ArrangeCall = { id: ++last, graphic };
      current.isUsed = true;
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<ArrangeReply>) => {
          current.isUsed = false;
          resolve(data.places);
        };
        // Its code could not be fetched, or it has failed; a busy worker is replaced by the next call.
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Error('The diagram could not be arranged. Try again, or use the outline.'));
        };
        worker.postMessage(call);
      });
    },
    close: () => running.worker.terminate(),
  };
}
