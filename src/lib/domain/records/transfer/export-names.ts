/** Windows or a zip refuses them in the name of a file, or reads a folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among them.
const REFUSED = /[\\/:*?"<>|\u0000-\u001F\u007F]|[. ]+$/g;

/** For a file or folder on any system. */
export const fileNameOf = (text: string): string => text.replace(REFUSED, '_') || '_';

/** `posts-20261123-140259.csv`, in UTC. */
export function exportName(collection: string, at: Date, extension: string): string {
  const [day = '', time = ''] = at.toISOString().replaceAll(/[-:]/g, '').split(/[T.]/);
  return `${fileNameOf(collection)}-${day}-${time}.${extension}`;
}
