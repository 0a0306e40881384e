import { useEffect, useState } from 'react';

// After a moment at another tab the page is still live.
const AWAY_AFTER_MS = 5 * 60_000;

/** Whether nobody has seen the page for a while: then it follows nothing, and catches up when it is seen again. */
export function useAway(): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      if (document.hidden) {
        timer = setTimeout(() => {
          setIsAway(true);
        }, AWAY_AFTER_MS);
      } else {
        setIsAway(false);
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return isAway;
}
