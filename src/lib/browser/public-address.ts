import { backends } from './backends.ts';

/**
 * An address at the backend of this page as apps and stored texts have it: without the stamp, with which only requests
 * of the page are served. It is that of the page's folder for the first backend of a list.
 */
export const publicAddress = (url: string): string =>
  url.replace(/\/backends\/([^/@]+)@\w{12}\//, (_found, name: string) =>
    decodeURI(name) === backends()[0]?.name ? '/' : `/backends/${name}/`,
  );
