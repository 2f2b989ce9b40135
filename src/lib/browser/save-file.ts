/** Time after which the address of a saved file is released, in ms: the browser reads it after the click. */
const RELEASE_MS = 60_000;
/** Bytes after which the parts of a file are joined: the browser then keeps them outside of the page's memory. */
const JOINED_BYTES = 8_000_000;

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

type Bytes = Uint8Array<ArrayBuffer>;

/** A file that is written bit by bit. Nothing of it is saved before the stream is closed. */
export interface WrittenFile {
  readonly stream: WritableStream<Bytes>;
  /** After the stream was aborted: removes the empty file that the browser may have created. */
  readonly remove: () => Promise<void>;
}

interface PickedHandle extends FileSystemFileHandle {
  readonly remove?: () => Promise<void>;
}

declare global {
  interface Window {
    showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<PickedHandle>;
  }
}

async function pickFile(pick: NonNullable<Window['showSaveFilePicker']>, name: string): Promise<WrittenFile> {
  const handle = await pick.call(window, { suggestedName: name });
  return {
    stream: await handle.createWritable(),
    remove: async () => {
      // A file that was there before keeps its content.
      if ((await handle.getFile()).size === 0) await handle.remove?.();
    },
  };
}

/** Collects the parts of a file and downloads it when it is closed. */
function collectFile(name: string, type: string): WrittenFile {
  let parts: Blob[] = [];
  let pending: Bytes[] = [];
  let size = 0;
  const join = () => {
    parts.push(new Blob(pending));
    pending = [];
    size = 0;
  };
  const stream = new WritableStream<Bytes>({
    write(bytes) {
      pending.push(bytes);
      size += bytes.length;
      if (size >= JOINED_BYTES) join();
    },
    close() {
      join();
      saveFile(name, new Blob(parts, { type }));
    },
    abort() {
      parts = [];
      pending = [];
    },
  });
  return { stream, remove: async () => {} };
}

/**
 * Opens a file to write: one that the user picks where the browser has a picker, else a download. Undefined when the
 * user picks none. Must be called by a press or key, before anything is awaited.
 */
export async function writeFile(name: string, type: string): Promise<WrittenFile | undefined> {
  if (!window.showSaveFilePicker) return collectFile(name, type);
  try {
    return await pickFile(window.showSaveFilePicker, name);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}
