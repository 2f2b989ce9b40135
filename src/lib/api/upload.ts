// chunks: upload
/** Progress of an upload in bytes; `total` is the size of the whole request body. */
export interface UploadProgress {
  readonly loaded: number;
  readonly total: number;
}

const WITHOUT_BODY = [204, 205, 304];

function parseHeaders(text: string): Headers {
  const headers = new Headers();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headers;
}

function toResponse(request: XMLHttpRequest): Response {
  const { status, statusText, responseText, responseURL } = request;
  const body = WITHOUT_BODY.includes(status) ? null : responseText;
  const response = new Response(body, {
    status,
    statusText,
    headers: parseHeaders(request.getAllResponseHeaders()),
  });
  // Errors contain the address of the response, and a constructed response has none.
  Object.defineProperty(response, 'url', { value: responseURL });
  return response;
}

/** A `fetch` for bodies with files, based on XMLHttpRequest, which reports how much has been sent. */
export function uploadWith(onProgress: (progress: UploadProgress) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = init;
      const aborted = () => new DOMException('The upload was cancelled.', 'AbortError');
      if (signal?.aborted) {
        reject(aborted());
        return;
      }
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(init.method ?? 'GET', String(input));
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress({ loaded, total });
      request.onload = () => resolve(toResponse(request));
      request.onerror = () => reject(new TypeError('Failed to fetch'));
      request.onabort = () => reject(aborted());
      request.onloadend = () => signal?.removeEventListener('abort', abort);
      signal?.addEventListener('abort', abort);
      request.send(init.body instanceof FormData ? init.body : null);
    });
}
