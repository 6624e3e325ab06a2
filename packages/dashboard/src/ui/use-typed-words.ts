import { useEffect, useRef, useState } from 'react';

/** After the last key: a search for each letter would only cost requests. */
const PAUSE_MS = 250;

/** The words of a search as they are typed; `onChange` gets them after a pause, or at once when they are sent. */
export function useTypedWords(words: string, onChange: (words: string) => void) {
  const [typed, setTyped] = useState(words);
  const sent = useRef(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (words === sent.current) return;
    // Changed elsewhere: filters were cleared, or another address was opened.
    sent.current = words;
    setTyped(words);
  }, [words]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string) => {
    clearTimeout(timer.current);
    if (next === sent.current) return;
    sent.current = next;
    onChange(next);
  };
  return {
    typed,
    type(next: string) {
      setTyped(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(next), PAUSE_MS);
    },
    send,
    /** Empties the field without a search: what was typed has been chosen from. */
    reset() {
      clearTimeout(timer.current);
      sent.current = '';
      setTyped('');
    },
  };
}
