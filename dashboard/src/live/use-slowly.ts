import { useEffect, useRef, useState } from 'react';

/** Throttles a text for screen readers: it changes at most once per interval, in milliseconds. */
export function useSlowly(text: string, everyMs: number): string {
  const [told, setTold] = useState(text);
  const toldAt = useRef(-Infinity);
  useEffect(() => {
    const tell = (): void => {
      toldAt.current = performance.now();
      setTold(text);
    };
    const timer = setTimeout(tell, Math.max(0, toldAt.current + everyMs - performance.now()));
    return () => {
      clearTimeout(timer);
    };
  }, [text, everyMs]);
  return told;
}
