import { readdirSync, readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { type Engine, type Role, selectorOf } from './engine.ts';

/** Each step may load code and wait for the backend, on a busy machine. */
const PATIENCE = { timeout: 20_000, interval: 50 };

/** What a person does in a browser, in the words of the screen. Every step waits until it is possible. */
export interface Visitor {
  open(url: string): Promise<void>;
  click(role: Role, name: string): Promise<void>;
  type(label: string, text: string): Promise<void>;
  chooseFile(label: string, path: string): Promise<void>;
  /** Waits until the visible text of the page contains `text`. */
  see(text: string): Promise<void>;
  /** Waits for the downloaded file whose name ends like this, and returns its text. */
  downloaded(ending: string): Promise<string>;
}

export function createVisitor<Handle>(engine: Engine<Handle>): Visitor {
  const find = (role: Role, name: string): Promise<Handle> =>
    vi.waitFor(async () => {
      const handle = await engine.find(selectorOf(role), name);
      if (handle === undefined) throw new Error(`No ${role} "${name}" can be used`);
      return handle;
    }, PATIENCE);
  return {
    open: engine.open,
    click: async (role, name) => engine.click(await find(role, name)),
    type: async (label, text) => engine.type(await find('textbox', label), text),
    chooseFile: async (label, path) => engine.chooseFile(await find('file', label), path),
    see: (text) => expect.poll(engine.text, PATIENCE).toContain(text),
    downloaded: (ending) =>
      vi.waitFor(() => {
        const name = readdirSync(engine.downloads).find((each) => each.endsWith(ending));
        if (name === undefined) throw new Error(`No file ${ending} was downloaded`);
        return readFileSync(`${engine.downloads}/${name}`, 'utf8');
      }, PATIENCE),
  };
}
