// Control characters, line and direction marks, lone surrogates: people cannot see them, and PostgreSQL refuses some.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

// Emoji sequences contain this character.
const ZERO_WIDTH_JOINER = /\u200d/gu;

/**
 * Completes a sentence that starts with the field's name; null if a caller's text is printable, has no outer spaces,
 * and 1 to `maxLength` characters.
 */
export function findUnsoundText(text: string, maxLength: number): string | null {
  if (isSound(text, maxLength)) return null;
  return `must have 1 to ${maxLength} printable characters and no space at either end.`;
}

function isSound(text: string, maxLength: number): boolean {
  // First, so that long texts cost nothing.
  if (text.length > maxLength) return false;
  const visible = text.replace(ZERO_WIDTH_JOINER, '');
  return text.trim() === text && visible.trim() !== '' && !UNPRINTABLE.test(visible);
}
