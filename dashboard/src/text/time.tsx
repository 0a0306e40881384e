import { type ReactElement, useEffect, useState } from 'react';
import { useSettings } from '../settings/settings.js';

// Often enough for relative times.
const TICK_MS = 15_000;

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
// The device's time zone, unless the settings choose UTC.
const exact = {
  DEVICE: new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }),
  UTC: new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' }),
};

/** Whether a text is an ISO instant with a time zone. */
export function isInstant(value: string): boolean {
  return INSTANT.test(value) && !Number.isNaN(Date.parse(value));
}

/** A relative time. The exact time appears on hover and for screen readers. */
export function Time({ at }: { readonly at: string }): ReactElement {
  const now = useNow();
  const { zone } = useSettings();
  const text = exact[zone].format(new Date(at));
  return (
    <time dateTime={at} title={text}>
      {ago(new Date(at), now)}
    </time>
  );
}

export function ExactTime({ at }: { readonly at: string }): ReactElement {
  const { zone } = useSettings();
  return <time dateTime={at}>{exact[zone].format(new Date(at))}</time>;
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
