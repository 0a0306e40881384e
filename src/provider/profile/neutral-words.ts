import type { ProviderProfileValues } from './provider-profile.schema.js';

/**
 * Default words that are placeholders for product names missing in the interface, or guesses. Only the sandbox accepts
 * them.
 */
const NEUTRAL_WORDS = {
  payoutPaymentTypes: ['PHONE_TRANSFER', 'ACCOUNT_LOGIN'],
  payoutWalletNames: ['WALLET_X1', 'WALLET_X2', 'WALLET_X3'],
} as const;

const PLACEHOLDER = /<[^>]*>/;

type Overrides = {
  readonly [Key in keyof typeof NEUTRAL_WORDS]?: Readonly<Partial<Record<string, string>>> | undefined;
};

/** Keys of the profile without the provider's own word yet, such as `payoutWalletNames.WALLET_X1`. */
export function unsetWordsOf(profile: ProviderProfileValues, overrides: Overrides): string[] {
  const neutral = (Object.keys(NEUTRAL_WORDS) as (keyof typeof NEUTRAL_WORDS)[]).flatMap((key) =>
    NEUTRAL_WORDS[key].filter((name) => overrides[key]?.[name] === undefined).map((name) => `${key}.${name}`),
  );
  const words = { ...named('payoutPaymentTypes', profile), ...named('payoutWalletNames', profile) };
  const placeholders = Object.keys(words).filter((name) => PLACEHOLDER.test(words[name] ?? ''));
  return [...new Set([...neutral, ...placeholders])];
}

function named(key: keyof typeof NEUTRAL_WORDS, profile: ProviderProfileValues): Record<string, string> {
  return Object.fromEntries(Object.entries(profile[key]).map(([name, word]) => [`${key}.${name}`, word]));
}
