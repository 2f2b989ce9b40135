/** The text of the page's first script (build/first-script.mjs). */
declare module 'virtual:first-script' {
  const text: string;
  export default text;
}
