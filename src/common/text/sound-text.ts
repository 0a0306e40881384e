// Control characters, line and direction marks, and lone surrogates: people cannot see them, and PostgreSQL rejects
// some.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

// Allowed, because emoji sequences contain it.
const ZERO_WIDTH_JOINER = /\u200d/gu;

/**
 * Returns what a caller's text must be like, to complete a sentence that starts with the field's name; null if the text
 * is printable, has no outer spaces, and has 1 to `maxLength` characters.
 */
export function findUnsoundText(text: string, maxLength: number): string | null {
  if (isSound(text, maxLength)) return null;
  return `must have 1 to ${maxLength} printable characters and no space at either end.`;
}

function isSound(text: string, maxLength: number): boolean {
  // Checked first, so that long texts cost nothing.
  if (text.length > maxLength) return false;
  const visible = text.replace(ZERO_WIDTH_JOINER, '');
  return text.trim() === text && visible.trim() !== '' && !UNPRINTABLE.test(visible);
}
