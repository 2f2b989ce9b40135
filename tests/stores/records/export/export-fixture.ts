import { afterEach, vi } from 'vitest';
import { parseExportChoices } from '#domain/records/transfer/export-choices.ts';
import { go } from '#stores/app/route.ts';
import { $activeCollection, loadCollections } from '#stores/collections/list.ts';
import { $exportRun, chooseExport, startExport, startExportPanel } from '#stores/records/export/run.ts';
import { loaded } from '../list-fixture.ts';
import { until } from '../record-fixture.ts';

/** A file that the user has picked, as a browser writes it: nothing is there before it is closed. */
export interface PickedFile {
  name: string;
  content: Uint8Array<ArrayBuffer> | undefined;
  isRemoved: boolean;
}

export interface PickOptions {
  /** Thrown by the picker. */
  readonly refusal?: DOMException;
  /** Bytes that fit on the disk. */
  readonly space?: number;
}

/** Stands for the browser's picker of files. */
export function stubPicker({ refusal, space = Number.POSITIVE_INFINITY }: PickOptions = {}): PickedFile {
  const file: PickedFile = { name: '', content: undefined, isRemoved: false };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const stream = () =>
    new WritableStream<Uint8Array<ArrayBuffer>>({
      write(part) {
        size += part.length;
        if (size > space) throw new DOMException('The disk is full.', 'QuotaExceededError');
        parts.push(part);
      },
      close() {
        file.content = new Uint8Array(Buffer.concat(parts));
      },
    });
  const pick = async ({ suggestedName }: { suggestedName: string }) => {
    if (refusal) throw refusal;
    file.name = suggestedName;
    return {
      createWritable: async () => stream(),
      getFile: async () => ({ size: file.content?.length ?? 0 }),
      remove: async () => {
        file.isRemoved = true;
      },
    };
  };
  Object.assign(window, { showSaveFilePicker: pick });
  return file;
}

export const textOf = ({ content }: PickedFile): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);

let stop: (() => void) | undefined;

/** Opens the list of a collection, with a filter, and the panel of its export with the choices of a new device. */
export async function openPanel(collectionId: string, filter = ''): Promise<void> {
  await showList(collectionId, filter);
  startPanel();
}

export async function showList(collectionId: string, filter = ''): Promise<void> {
  await loadCollections();
  go('collections', { collectionId, sort: '', filter });
  await until($activeCollection, (active) => active?.id === collectionId);
  await loaded();
}

export function startPanel(): void {
  chooseExport(parseExportChoices(''));
  stop = startExportPanel();
}

/** Exports and returns the result in words. */
export async function runExport(): Promise<string> {
  await startExport();
  const run = $exportRun.get();
  return run.state === 'busy' || run.state === 'idle' ? run.state : run.text;
}

/** Closes the panel after each test of a file. */
export function closePanels(): void {
  afterEach(() => {
    stop?.();
    stop = undefined;
    Reflect.deleteProperty(window, 'showSaveFilePicker');
    vi.restoreAllMocks();
  });
}
