/* Arranges the diagram outside of the page's thread, which stays free however many collections there are. */
import { arrange, type Graphic } from '#domain/collections/schema/arrange.ts';

self.onmessage = ({ data }: MessageEvent<Graphic>) => self.postMessage(arrange(data));
