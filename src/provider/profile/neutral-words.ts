import { namesOf } from '../../common/names-of.js';
import { PAYOUT_PAYMENT_TYPES, PAYOUT_WALLETS } from './payout-destination.js';
import type { ProviderProfileValues } from './provider-profile.schema.js';

const TABLES = { payoutPaymentTypes: PAYOUT_PAYMENT_TYPES, payoutWalletNames: PAYOUT_WALLETS };

const PLACEHOLDER = /<[^>]*>/;

type Words = Readonly<Partial<Record<string, string>>>;

type Overrides = { readonly [Key in keyof typeof TABLES]?: Words | undefined };

/**
 * Profile keys that still have a placeholder instead of the provider's own word, such as `payoutWalletNames.WALLET_X1`.
 */
export function unsetWordsOf(profile: ProviderProfileValues, overrides: Overrides): string[] {
  return namesOf(TABLES).flatMap((key) => {
    const words: Words = profile[key];
    const isUnset = ([name, { isNeutral }]: [string, { readonly isNeutral?: true }]): boolean =>
      (isNeutral === true && overrides[key]?.[name] === undefined) || PLACEHOLDER.test(words[name] ?? '');
    return Object.entries(TABLES[key])
      .filter(isUnset)
      .map(([name]) => `${key}.${name}`);
  });
}
