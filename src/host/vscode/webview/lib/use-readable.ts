import { useEffect, useState } from 'preact/hooks';

// Nobody has read a question sooner: a key or a click in that time was meant for something else.
const READING_MS = 500;

/** The id of a question once it has been there for half a second; `undefined` before, and when there is none. */
export function useReadable(id: string | undefined): string | undefined {
  const [readable, setReadable] = useState<string>();
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => setReadable(id), READING_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return readable === id ? id : undefined;
}
