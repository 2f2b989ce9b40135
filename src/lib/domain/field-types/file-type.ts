import type { Field } from '#domain/backend/field.ts';

export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'other';

const KINDS: readonly (readonly [FileKind, RegExp])[] = [
  ['image', /\.(jp(g|eg?)|jfif|png|svg|gif|webp|avif|bmp|ico)$/i],
  ['video', /\.(mp4|m4v|avi|mov|webm|mkv|ogv|3gp)$/i],
  ['audio', /\.(mp3|aac|wav|ogg|oga|flac|m4a|wma|amr|opus)$/i],
  ['pdf', /\.pdf$/i],
];

export const fileKind = (name: string): FileKind =>
  KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';

/** The backend always makes it of an image. */
export const DEFAULT_THUMB = '100x100';

/** The backend makes thumbs of a file with this name; of another image, it serves the whole file instead. */
export const hasThumb = (name: string): boolean => /\.(jp(g|eg?)|jfif|png|gif)$/i.test(name);

/** Whether the URLs of a field's files need a token. */
export const isProtected = (field: Field | undefined): boolean => field?.type === 'file' && field.isProtected;
