import { pageSetting } from '#browser/page-settings.ts';

/** The file with the content of a frame (build/frames.mjs). */
const addressOf = (frame: string, hash: string | undefined) => `./assets/${frame}.${hash}.txt`;

/** Responses that were requested before the page had their templates, by frame. */
const early: Record<string, Promise<Response>> = {};

/** Requests the content of the first frame: browsers parse the page in slices, and come to its template late. */
export function requestFrame(frame: string): void {
  const hash = pageSetting('frames');
  if (!hash) return;
  const response = fetch(addressOf(frame, hash));
  early[frame] = response;
  // Whoever takes it over is told.
  response.catch(() => {});
}

/** A template that src/layouts/Later.astro has made. */
interface FrameTemplate extends HTMLTemplateElement {
  readonly dataset: DOMStringMap & { readonly frames: string };
}

/** The template of a frame that is not in the page yet; null when it is. */
export const templateOf = (frame: string | undefined): FrameTemplate | null =>
  document.querySelector(`template[data-frames~="${frame}"]`);

/** The hash of the file with the content of a template; empty or absent when the template has it. */
export const fileOf = (template: HTMLTemplateElement): string | undefined => template.dataset['file'];

/** Fetches the content of a template; throws without a response, or with another one. */
export async function fetchFrame(template: FrameTemplate): Promise<void> {
  const { frames: frame } = template.dataset;
  const request = early[frame] ?? fetch(addressOf(frame, fileOf(template)));
  delete early[frame];
  const response = await request;
  // Some hosts respond with the page when a file is missing.
  if (!response.ok || response.headers.get('content-type')?.includes('html')) throw new Error(response.url);
  template.innerHTML = await response.text();
  delete template.dataset['file'];
}

/**
 * Adds a frame to the page, on the first visit of its screen: the content of each template that names it, also of those
 * in this content and of the one with the styles that other screens share.
 */
export function addFrame(frame: string | undefined): void {
  for (let template = templateOf(frame); template; template = templateOf(frame)) {
    const { content } = template;
    // The settings share what is around their frames.
    const inner = content.querySelector('[data-shared] template');
    const shared = document.querySelector('[data-shared]');
    if (inner && shared) shared.append(inner);
    template.replaceWith(inner && shared ? '' : content);
  }
}
