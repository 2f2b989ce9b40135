import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Searchbar } from '#components/form/Searchbar.tsx';
import { PasswordInput, TextInput } from '#components/form/TextInput.tsx';

/** A form of a prerendered page. */
function Form() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [renders, setRenders] = useState(0);
  return (
    <div className="grid max-w-md gap-2">
      <h1>Kit: hydrated</h1>
      <TextInput label="Email" type="email" value={email} onChange={setEmail} />
      <PasswordInput label="Password" value={password} onChange={setPassword} />
      <Searchbar value="" onSubmit={() => {}} />
      <button type="button" onClick={() => setRenders(renders + 1)}>
        Render again
      </button>
      <output data-values="">{JSON.stringify({ email, password, renders })}</output>
    </div>
  );
}

/** Shows the form as prerendered HTML in `container`; `window.hydrate()` hydrates it, as a loaded island does. */
export function showPrerendered(container: HTMLElement): void {
  container.innerHTML = renderToString(<Form />);
  Object.assign(window, { hydrate: () => void hydrateRoot(container, <Form />) });
}
