import type { Graphic } from '#domain/collections/schema/arrange.ts';
import type { Places } from '#domain/collections/schema/geometry.ts';

/** Starts a worker; one that is used is busy or has failed, so that the next call needs another one. */
function start() {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const running = { worker, isUsed: false };
  // Its code may fail to arrive before the first call, which would wait forever.
  worker.onerror = (event) => {
    event.preventDefault();
    running.isUsed = true;
  };
  return running;
}

/** Starts a worker, whose code arrives meanwhile. */
export function openArranger() {
  let running = start();
  return {
    /** Resolves with the places. A later call drops this one, which stays pending; rejects when the worker fails. */
    arrange(graphic: Graphic): Promise<Places> {
      // What nobody waits for any more must not hold up what somebody does.
      if (running.isUsed) {
        running.worker.terminate();
        running = start();
      }
      const current = running;
      const { worker } = current;
      current.isUsed = true;
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<Places>) => {
          current.isUsed = false;
          resolve(data);
        };
        // Its code could not be fetched, or it has failed; a busy worker is replaced by the next call.
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new Error('The diagram could not be arranged. Try again, or use the outline.'));
        };
        worker.postMessage(graphic);
      });
    },
    /** Ends the worker; a pending call stays pending. */
    close: (): void => running.worker.terminate(),
  };
}

export type Arranger = ReturnType<typeof openArranger>;
