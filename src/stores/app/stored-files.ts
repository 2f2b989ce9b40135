export { orphansText } from '#wire/stored-files.ts';
