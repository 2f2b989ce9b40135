/** Address of the chunk that a module makes; see server/build/chunk-url.mjs. */
declare module '*?chunk-url' {
  const url: string;
  export default url;
}
