/** A status in the middle of a sentence for people: `awaiting approval`. */
export function statusWords(status: string): string {
  return status.toLowerCase().replaceAll('_', ' ');
}
