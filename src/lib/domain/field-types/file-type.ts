import type { TypedField } from './field-type.ts';

/** How a file can be displayed. */
export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'other';

const KINDS: readonly (readonly [FileKind, RegExp])[] = [
  ['image', /\.(jp(g|eg?)|jfif|png|svg|gif|webp|avif|bmp|ico)$/i],
  ['video', /\.(mp4|m4v|avi|mov|webm|mkv|ogv|3gp)$/i],
  ['audio', /\.(mp3|aac|wav|ogg|oga|flac|m4a|wma|amr|opus)$/i],
  ['pdf', /\.pdf$/i],
];

/** The kind of a file, by its extension. */
export function fileKind(name: string): FileKind {
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

/** The thumb size that the backend always makes for an image. */
export const DEFAULT_THUMB = '100x100';

/** Whether the backend makes thumbs of a file with this name; of another image, it serves the whole file instead. */
export function hasThumb(name: string): boolean {
  return /\.(jp(g|eg?)|jfif|png|gif)$/i.test(name);
}

/** Whether the URLs of a field's files need a token. */
export function isProtected(field: TypedField | undefined): boolean {
  return field?.options['protected'] === true;
}
