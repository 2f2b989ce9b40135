export type Schedule = (callback: () => void) => () => void;

const soon: Schedule = (callback) => {
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
};

/** Calls back after the next frame, or as `follow` schedules it then. Returns a function that cancels that. */
export function afterPaint(callback: () => void, follow = soon): () => void {
  let cancel = () => {};
  const frame = requestAnimationFrame(() => {
    cancel = follow(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
    cancel();
  };
}
