import type { Refusal } from '../../../common/refusal.js';

/** Why a recipient cannot be shown in full; null when it can. */
export function revealRefusal({
  sealedRecipient,
}: {
  readonly sealedRecipient: Buffer | null;
}): Refusal<'RECIPIENT_PURGED'> | null {
  return sealedRecipient === null ? { code: 'RECIPIENT_PURGED', message: "The recipient's data was purged." } : null;
}
