import { type ReactElement, useEffect, useState } from 'react';

// As exact as the words are.
const TICK_MS = 15_000;

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** How long ago something was; the exact time on hovering and for screen readers. */
export function Time({ at }: { readonly at: string }): ReactElement {
  const now = useNow();
  const text = exact.format(new Date(at));
  return (
    <time dateTime={at} title={text}>
      {ago(new Date(at), now)}
    </time>
  );
}

/** A moment in full. */
export function ExactTime({ at }: { readonly at: string }): ReactElement {
  return <time dateTime={at}>{exact.format(new Date(at))}</time>;
}

function ago(at: Date, now: number): string {
  const seconds = Math.round((at.getTime() - now) / 1_000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return relative.format(Math.trunc(seconds / length), unit);
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, TICK_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
