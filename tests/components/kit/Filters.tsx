import { useState } from 'react';
import { CodeEditor } from '#components/code/CodeEditor.tsx';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { dialect } from '#wire/dialect.ts';

const NAMES = [
  'level',
  'message',
  'data.',
  'id',
  'created',
  'updated',
  'true',
  'false',
  '@now',
  '@todayStart',
];
/** As the search of the log offers them: macros are those of the backend. */
const COMPLETIONS = { names: NAMES, dialect: dialect() };

/** The search bar and the code editors. */
export function Filters() {
  const [filter, setFilter] = useState('');
  const [log, setLog] = useState<readonly string[]>([]);
  const [json, setJson] = useState('{"a": [1, true]}');
  const [html, setHtml] = useState('<p class="x">text</p>');
  return (
    <div className="grid max-w-3xl gap-3">
      <Searchbar
        value={filter}
        completions={() => COMPLETIONS}
        onSubmit={(value) => {
          setFilter(value);
          setLog((lines) => [...lines, value === '' ? '(empty)' : value]);
        }}
      />
      <button type="button" className="btn btn-sm w-fit" onClick={() => setFilter('level > 4')}>
        From outside
      </button>
      <output data-submitted="">{log.join(' | ')}</output>
      <CodeEditor language="json" label="Data" value={json} onChange={setJson} />
      <CodeEditor language="html" label="Template" invalid value={html} onChange={setHtml} />
      <CodeEditor
        language="filter"
        label="Rule"
        placeholder="Leave empty to grant everyone access..."
        value=""
        onChange={() => {}}
        completions={COMPLETIONS}
        minLines={1}
      />
      <CodeEditor
        language="sql"
        label="Query"
        readOnly
        value="SELECT id FROM posts -- all"
        onChange={() => {}}
      />
      <output data-json="">{json}</output>
    </div>
  );
}
