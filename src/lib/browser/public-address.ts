import { backends } from './backends.ts';

/** An address at the backend as apps and stored texts have it: without the stamp, and without the name of the first. */
export const publicAddress = (url: string): string =>
  url.replace(/\/backends\/([^/@]+)@\w{12}\//, (_found, name: string) =>
    decodeURI(name) === backends()[0]?.name ? '/' : `/backends/${name}/`,
  );
