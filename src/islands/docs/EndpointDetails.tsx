import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import type { Access, Endpoint } from '#domain/docs/doc.ts';
import { ParamsTable } from './ParamsTable.tsx';
import { ProseText } from './ProseText.tsx';

const METHOD_COLORS = {
  GET: 'text-info',
  POST: 'text-success',
  PATCH: 'text-warning',
  DELETE: 'text-error',
} as const;

function AccessNote({ access: { text, rule } }: { readonly access: Access }) {
  return (
    <li className="mt-1.5">
      <ProseText text={text} />
      {rule !== undefined && (
        <pre className="mt-1 rounded-field bg-base-200 px-2 py-1 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          {rule}
        </pre>
      )}
    </li>
  );
}

/** Shows the method, path, access and parameters of an endpoint. */
export function EndpointDetails({ endpoint }: { readonly endpoint: Endpoint }) {
  const { method, path, text, access, tables } = endpoint;
  return (
    <div className="mt-2" data-endpoint={`${method} ${path}`}>
      <div className="flex items-center gap-2 rounded-box border border-base-300 py-1 pr-1.5 pl-3">
        <span className={`font-mono text-xs font-medium ${METHOD_COLORS[method]}`}>{method}</span>
        <code className="min-w-0 grow font-mono text-xs wrap-anywhere">{path}</code>
        <CopyIcon value={path} label="Copy path" />
      </div>
      {text && (
        <p className="mt-1.5">
          <ProseText text={text} />
        </p>
      )}
      {access.length > 0 && (
        <ul>
          {access.map((one) => (
            <AccessNote key={one.text} access={one} />
          ))}
        </ul>
      )}
      {tables.map((table) => (
        <ParamsTable key={table.title} table={table} />
      ))}
    </div>
  );
}
