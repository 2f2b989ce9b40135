import { saveFile } from './save-file.ts';

/** Bytes after which the parts of a file are joined: the browser then keeps them outside of the page's memory. */
const JOINED_BYTES = 8_000_000;

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
