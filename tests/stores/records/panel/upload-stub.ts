import { vi } from 'vitest';

let latest: { onprogress?: (event: { loaded: number; total: number }) => void } | undefined;
/** The latest upload. */
export const upload = {
  /** Reports progress, in bytes. */
  report: (loaded: number, total: number): void => latest?.onprogress?.({ loaded, total }),
};

/** Stubs XMLHttpRequest with one based on fetch, for runtimes without it. */
export function stubUpload(): void {
  class Upload {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onloadend?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    status = 0;
    statusText = '';
    responseText = '';
    responseURL = '';
    private method = '';
    private headers = new Headers();
    private controller = new AbortController();
    open(method: string, url: string) {
      this.method = method;
      this.responseURL = url;
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }
    getAllResponseHeaders() {
      return 'content-type: application/json\r\n';
    }
    abort() {
      this.controller.abort();
    }
    async send(body: FormData) {
      latest = this.upload;
      upload.report(1, 2);
      // A progress listener may cancel the upload.
      await Promise.resolve();
      try {
        const init = { method: this.method, headers: this.headers, body, signal: this.controller.signal };
        const response = await fetch(this.responseURL, init);
        this.status = response.status;
        this.responseText = await response.text();
        this.onload?.();
      } catch {
        if (this.controller.signal.aborted) this.onabort?.();
        else this.onerror?.();
      }
      this.onloadend?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
}
