/* Arranges the diagram outside of the page's thread, which stays free however many collections there are. */
import { arrange } from '#domain/collections/schema/arrange.ts';
import type { ArrangeCall, ArrangeReply } from './arranger.ts';

self.onmessage = ({ data: { id, graphic } }: MessageEvent<ArrangeCall>) => {
  const reply: ArrangeReply = { id, places: arrange(graphic) };
  self.postMessage(reply);
};
