/** A UTC time as PostgreSQL prints it without a zone, such as "2026-07-01 12:00:00.5". */
export type UtcText = string;

export function isoOf(text: UtcText): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, '0')}Z`;
}
