import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { createFileLoader, loadFile } from '#api/records/load-file.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { isProtected } from '#domain/field-types/file-type.ts';
import { addFiles } from '#domain/field-types/file-value.ts';
import { filesOf } from '#domain/field-types/form-value.ts';
import { filesIn, type RecordData } from '#domain/records/record.ts';
import { uploadedName } from '#domain/records/undo/kept.ts';
import type { RecordForm } from './form.ts';

const PARALLEL = 4;

export interface Uncopied {
  /** As they were uploaded; none if only `problem` is left to say. */
  readonly names: readonly string[];
  /** While they are read: how many are, of how many. */
  readonly progress?: { readonly done: number; readonly total: number };
  readonly problem?: string;
}

/** Creates what puts the files of `original` into the form of a new record, as files to upload. */
export function createFileCopy(form: RecordForm, original: RecordData | undefined) {
  let left = original ? filesIn(original, form.$collection.get().fields) : [];
  const namesLeft = () => left.map(({ name }) => uploadedName(name));
  const $uncopied = atom<Uncopied | undefined>(left.length ? { names: namesLeft() } : undefined);

  /** Puts the read files into their fields, in their order; returns what did not fit, with reasons. */
  const attach = (read: ReadonlyMap<(typeof left)[number], File | undefined>): string[] =>
    form.$fields.get().flatMap((field) => {
      const files = left.flatMap((one) => (one.field.id === field.field?.id ? (read.get(one) ?? []) : []));
      if (!files.length) return [];
      const { value, leftOut } = addFiles(filesOf(ownOf(form.$values.get(), field.name)), files, field);
      form.set(field.name, value);
      return leftOut ? [leftOut] : [];
    });

  return {
    $uncopied,
    copyFiles: async (): Promise<void> => {
      if (!original) return;
      /** Undefined for a file that the storage does not have. */
      const read = new Map<(typeof left)[number], File | undefined>();
      const total = left.length;
      const show = () => $uncopied.set({ names: namesLeft(), progress: { done: read.size, total } });
      await form.run(async ({ signal }) => {
        show();
        const withToken = createFileLoader({ signal });
        await inParallel(left, PARALLEL, async (one) => {
          const { field, name } = one;
          const load = (token?: string) => loadFile(original, name, { signal, token });
          try {
            const content = await (isProtected(field) ? withToken(load) : load());
            read.set(one, new File([content], uploadedName(name), { type: content.type }));
          } catch (thrown) {
            if (toApiError(thrown).status !== 404) throw thrown;
            read.set(one, undefined);
          }
          show();
        });
      });
      const problems = attach(read);
      const missing = [...read].flatMap(([{ name }, file]) => (file ? [] : uploadedName(name)));
      if (missing.length)
        problems.unshift(`The storage does not have these files of the original: ${missing.join(', ')}.`);
      left = left.filter((one) => !read.has(one));
      const isWhole = !left.length && !problems.length;
      $uncopied.set(isWhole ? undefined : { names: namesLeft(), problem: problems.join('\n') });
    },
  };
}
