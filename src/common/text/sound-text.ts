// Control characters, line and direction marks, and halves of surrogate pairs: none can be read by a person, and
// PostgreSQL refuses some of them.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

// Emoji sequences are built with this one.
const ZERO_WIDTH_JOINER = /\u200d/gu;

/**
 * The problem with a text from a caller, to be read after the field's name, or null when it is printable, has no
 * space at either end, and 1 to `maxLength` characters.
 */
export function findUnsoundText(text: string, maxLength: number): string | null {
  if (isSound(text, maxLength)) return null;
  return `must have 1 to ${maxLength} printable characters and no space at either end.`;
}

function isSound(text: string, maxLength: number): boolean {
  // First, so that a text of any length costs nothing.
  if (text.length > maxLength) return false;
  const visible = text.replace(ZERO_WIDTH_JOINER, '');
  return text.trim() === text && visible.trim() !== '' && !UNPRINTABLE.test(visible);
}
