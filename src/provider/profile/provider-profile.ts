import { defaultProviderProfile } from './provider-profile-defaults.js';
import { unsetWordsOf } from './neutral-words.js';
import { contradictionsIn } from './profile-contradictions.js';
import {
  providerProfileOverridesSchema,
  providerProfileSchema,
  type ProviderProfileValues,
} from './provider-profile.schema.js';
import { StartError } from '../../platform/config/start-error.js';

// Overrides to these keys are merged with the defaults, so an operator who sets one word need not repeat the others.
const MERGED_KEYS = [
  'orderStatusWords',
  'h2hStatusWords',
  'payoutStatusWords',
  'payoutPaymentTypes',
  'payoutWalletNames',
  'payoutPhoneFormats',
  'payoutStatementColumns',
  'webhookSignature',
] as const;

/** The profile is invalid. The message names every bad key. */
export class ProviderProfileError extends StartError {
  override readonly name = 'ProviderProfileError';

  constructor(readonly problems: readonly string[]) {
    super(
      'PROVIDER_PROFILE_FILE',
      `The provider profile is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
}

/**
 * All assumptions about points that the provider's interface leaves open, validated and frozen. `docs/provider.md`
 * explains every key. This class is its injection token.
 */
export class ProviderProfile extends (Object as unknown as new () => ProviderProfileValues) {
  private constructor(
    values: ProviderProfileValues,
    /** Keys whose words still have to be configured, such as `payoutWalletNames.WALLET_X1`. */
    readonly unsetWords: readonly string[],
  ) {
    super();
    Object.freeze(unsetWords);
    Object.freeze(Object.assign(this, values));
  }

  /**
   * Applies an operator's overrides to the defaults. A key replaces its default, except the status words, payment
   * types, wallet names, phone formats, statement columns and the webhook signature, whose entries are merged.
   * @param takesNeutralWords whether the provider is the sandbox, which accepts the interface's placeholders
   * @throws ProviderProfileError naming every unknown, invalid or contradictory key
   */
  static withOverrides(overrides: unknown, { takesNeutralWords = false } = {}): ProviderProfile {
    const parsed = providerProfileOverridesSchema.safeParse(overrides);
    if (!parsed.success) throw new ProviderProfileError(parsed.error.issues.flatMap(describeIssue));
    const merged = MERGED_KEYS.map((key) => [key, { ...defaultProviderProfile[key], ...parsed.data[key] }] as const);
    const values = { ...defaultProviderProfile, ...parsed.data, ...Object.fromEntries(merged) };
    const profile = providerProfileSchema.parse(values);
    const contradictions = contradictionsIn(profile);
    if (contradictions.length > 0) throw new ProviderProfileError(contradictions);
    return new ProviderProfile(profile, takesNeutralWords ? [] : unsetWordsOf(profile, parsed.data));
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
  readonly keys?: readonly string[];
}

function describeIssue(issue: Issue): string[] {
  const nameOf = (path: readonly PropertyKey[]) => path.map(String).join('.');
  if (issue.code === 'unrecognized_keys' && issue.keys) {
    return issue.keys.map((key) => `${nameOf([...issue.path, key])} is not a known key`);
  }
  return [`${issue.path.length === 0 ? 'the file' : nameOf(issue.path)}: ${issue.message}`];
}
