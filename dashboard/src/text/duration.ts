const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats seconds in the largest unit that fits, such as "41 sec" or "1.5 hr". */
export function formatDuration(seconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  const maximumFractionDigits = seconds / length < 10 ? 1 : 0;
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits });
  return format.format(seconds / length);
}
