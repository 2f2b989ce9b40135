const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'];

/**
 * Keeps what is typed until the field of a popup has the focus, whose code may still have to be fetched, and enters it
 * there: in the page, it would run single keys or open a row. Any other key, and a press, end this.
 */
export function holdKeys(): void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  const end = () => stop.abort();
  let text = '';
  // On the window: before all who listen on the document.
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (MODIFIERS.includes(key)) return;
      const isTyped = key.length === 1 && !ctrlKey && !metaKey && !altKey;
      if (!isTyped && key !== 'Enter') return end();
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isTyped) text += key;
    },
    options,
  );
  document.addEventListener('pointerdown', end, options);
  document.addEventListener(
    'focusin',
    ({ target }) => {
      // Before its field.
      if (target instanceof Element && target.matches('[role=dialog]')) return;
      end();
      if (!text || !(target instanceof HTMLInputElement)) return;
      target.setRangeText(text, 0, target.value.length, 'end');
      target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
    },
    options,
  );
}
