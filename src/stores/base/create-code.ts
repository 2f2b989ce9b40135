import { atom } from 'nanostores';

/** Creates a store of code that is imported when something needs it first. */
export function createCode<Module>(load: () => Promise<Module>) {
  const $code = atom<Module | undefined>(undefined);
  const fetch = async (): Promise<Module> => {
    const code = await load();
    $code.set(code);
    return code;
  };
  return {
    /** Undefined until the code is there. */
    $code,
    /** Imports the code; throws the error of the import, and another call tries again. */
    fetch,
    /** Imports it as the only page of a list, which shows that it loads or failed. The real list has to follow. */
    asPage: async (): Promise<readonly never[]> => {
      await fetch();
      return [];
    },
  };
}
