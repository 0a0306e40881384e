/** Formats a status for use within a sentence: `awaiting approval`. */
export function statusWords(status: string): string {
  return status.toLowerCase().replaceAll('_', ' ');
}
