import type { PayoutProblem } from '../payout-problem.js';
import type { Destination } from './destination.js';

/**
 * Returns the problems with a payout that needs provider words which are not configured. If Purser sent a placeholder,
 * the provider might guess what it means and pay someone else.
 */
export function wordProblems(
  unsetWords: readonly string[],
  { paymentType, bankName }: { readonly paymentType: string; readonly bankName: string | null | undefined },
): PayoutProblem[] {
  const words = [
    { key: `payoutPaymentTypes.${paymentType}`, field: ['paymentType'] },
    { key: `payoutWalletNames.${bankName ?? ''}`, field: ['recipient', 'bankName'] },
  ];
  return words
    .filter(({ key }) => unsetWords.includes(key))
    .map(({ key, field }) => ({ code: 'PAYMENT_TYPE_NOT_CONFIGURED', field, message: sentenceOf(key) }));
}

/** Returns the profile settings that are missing for a destination, one sentence for each. */
export function unsetAt(unsetWords: readonly string[], { paymentTypes, fields }: Destination): string[] {
  const wallets = fields.flatMap(({ name, format }) => (name === 'bankName' ? format.choices : []));
  const keys = [
    ...paymentTypes.map((type) => `payoutPaymentTypes.${type}`),
    ...wallets.map((wallet) => `payoutWalletNames.${wallet}`),
  ];
  return keys.filter((key) => unsetWords.includes(key)).map(sentenceOf);
}

function sentenceOf(key: string): string {
  return `The provider's word is not known yet: set ${key} in the provider profile.`;
}
