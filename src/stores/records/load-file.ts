// Apart from `files.ts`, which every list needs.
export { loadFile } from '#api/records/load-file.ts';
