import type { Refusal } from '../../../common/refusal.js';

export function revealRefusal({
  sealedRecipient,
}: {
  readonly sealedRecipient: Buffer | null;
}): Refusal<'RECIPIENT_PURGED'> | null {
  return sealedRecipient === null ? { code: 'RECIPIENT_PURGED', message: "The recipient's data was purged." } : null;
}
