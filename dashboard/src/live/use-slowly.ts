import { useEffect, useRef, useState } from 'react';

/** A text as it stands, but not changed more often than so: for those who have it read out to them. */
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
