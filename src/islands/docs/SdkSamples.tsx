import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { CodeBlock } from '#components/code/CodeBlock.tsx';
import { Tabs, tabPanelProps } from '#components/elements/Tabs.tsx';
import type { Sdk } from '#domain/docs/doc.ts';
import { $sdk, chooseSdk } from '#stores/docs/panel.ts';

const NAMES = { javascript: 'JavaScript', dart: 'Dart' } as const;
const URLS = {
  javascript: 'https://github.com/pocketbase/js-sdk',
  dart: 'https://github.com/pocketbase/dart-sdk',
} as const;
const TABS = [
  { id: 'javascript', title: NAMES.javascript },
  { id: 'dart', title: NAMES.dart },
] as const;

/** The same sample for each client library; the choice applies to all tabs. */
export function SdkSamples({ samples }: { readonly samples: Readonly<Record<Sdk, string>> }) {
  const id = useId();
  const sdk = useStore($sdk);
  return (
    <div className="mt-3">
      <div className="flex items-center justify-between gap-2">
        <Tabs id={id} label="SDK" variant="labels" tabs={TABS} selected={sdk} onSelect={chooseSdk} />
        <a
          className="link py-1 text-xs text-muted max-sm:py-3"
          href={URLS[sdk]}
          target="_blank"
          rel="noreferrer"
        >
          {NAMES[sdk]} SDK
        </a>
      </div>
      <div {...tabPanelProps(id, sdk)} className="mt-1.5">
        <CodeBlock code={samples[sdk]} language={sdk} copyLabel="Copy the sample" />
      </div>
    </div>
  );
}
