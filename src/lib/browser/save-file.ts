/** Time after which the address of a saved file is released, in ms: the browser reads it after the click. */
const RELEASE_MS = 60_000;

/** Lets the browser download an address as a file; the address is not in the page at any time. */
export function download(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Lets the browser save `blob` as a file. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  download(name, url);
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}

/** Lets the browser save `text` as a JSON file. */
export function saveJsonFile(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'application/json' }));
}
