import { defaultProviderProfile } from './provider-profile.defaults.js';
import { providerProfileSchema, type ProviderProfileValues } from './provider-profile.schema.js';

/** The profile cannot be used. The message names every bad key. */
export class ProviderProfileError extends Error {
  override readonly name = 'ProviderProfileError';

  constructor(readonly problems: readonly string[]) {
    super(`The provider profile is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * Every assumption about what the provider's interface leaves silent: one named switch each, validated and frozen.
 * Injectable by its class; `docs/provider.md` explains every key.
 */
export class ProviderProfile implements ProviderProfileValues {
  readonly orderStatusWords: ProviderProfileValues['orderStatusWords'];
  /** 4xx statuses that prove a request was not processed, provided the body is a JSON object. */
  readonly definiteRefusalStatuses: readonly number[];
  /** Statuses by which a read-back says there is no such object, provided the body is a JSON object. */
  readonly absentStatuses: readonly number[];
  /** Whether a read-back's fields beyond `status` and `payedAt` are read. */
  readonly orderReadBack: ProviderProfileValues['orderReadBack'];
  /** Seconds before each check of an order without a final status; the last step repeats for ever. */
  readonly orderCheckDelaysSeconds: readonly number[];
  /** Where a webhook may carry the order's id: property names from the outside in, tried in this order. */
  readonly orderWebhookIdPaths: readonly (readonly string[])[];

  private constructor(values: ProviderProfileValues) {
    this.orderStatusWords = values.orderStatusWords;
    this.definiteRefusalStatuses = values.definiteRefusalStatuses;
    this.absentStatuses = values.absentStatuses;
    this.orderReadBack = values.orderReadBack;
    this.orderCheckDelaysSeconds = values.orderCheckDelaysSeconds;
    this.orderWebhookIdPaths = values.orderWebhookIdPaths;
    Object.freeze(this);
  }

  /**
   * The defaults with an operator's overrides on top. A key replaces its default, except `orderStatusWords`, whose
   * words are added one by one: an operator who learns a new word need not repeat the known ones.
   *
   * @throws ProviderProfileError naming every unknown key and every bad value's key
   */
  static withOverrides(overrides: unknown): ProviderProfile {
    const parsed = providerProfileSchema.unwrap().partial().safeParse(overrides);
    if (!parsed.success) throw new ProviderProfileError(parsed.error.issues.flatMap(describeIssue));
    return new ProviderProfile(
      providerProfileSchema.parse({
        ...defaultProviderProfile,
        ...parsed.data,
        orderStatusWords: { ...defaultProviderProfile.orderStatusWords, ...parsed.data.orderStatusWords },
      }),
    );
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
  readonly keys?: readonly string[];
}

function describeIssue(issue: Issue): string[] {
  if (issue.code === 'unrecognized_keys' && issue.keys) return issue.keys.map((key) => `${key} is not a known key`);
  return [`${issue.path.length === 0 ? 'the file' : issue.path.map(String).join('.')}: ${issue.message}`];
}
