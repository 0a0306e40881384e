import { defaultProviderProfile } from './provider-profile-defaults.js';
import {
  providerProfileOverridesSchema,
  providerProfileSchema,
  type ProviderProfileValues,
} from './provider-profile.schema.js';

// An operator who learns one new word or one detail need not repeat the known ones.
const MERGED_KEYS = [
  'orderStatusWords',
  'h2hStatusWords',
  'payoutStatusWords',
  'payoutPaymentTypes',
  'payoutWalletNames',
  'payoutStatementColumns',
  'webhookSignature',
] as const;

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
  /** Those of them that refuse what was asked for, and not the request as such. */
  readonly contentRefusalStatuses: readonly number[];
  /** Statuses by which a read-back says there is no such object, provided the body is a JSON object. */
  readonly absentStatuses: readonly number[];
  /** Whether a read-back's fields beyond `status` and `payedAt` are read. */
  readonly orderReadBack: ProviderProfileValues['orderReadBack'];
  /** Seconds before each check of an order without a final status; the last step repeats for ever. */
  readonly orderCheckDelaysSeconds: readonly number[];
  /** Where a webhook may carry the order's id: property names from the outside in, tried in this order. */
  readonly orderWebhookIdPaths: readonly (readonly string[])[];
  readonly h2hStatusWords: ProviderProfileValues['h2hStatusWords'];
  /** Seconds before each look at a card's verification; the last step repeats until it ends. */
  readonly h2hPollDelaysSeconds: readonly number[];
  /** Seconds after the card was sent at which a verification without an end is ended here. */
  readonly h2hSessionLimitSeconds: number;
  readonly payoutStatusWords: ProviderProfileValues['payoutStatusWords'];
  /** The provider's word for each of our payment types. */
  readonly payoutPaymentTypes: ProviderProfileValues['payoutPaymentTypes'];
  /** The provider's name of each mobile wallet. */
  readonly payoutWalletNames: ProviderProfileValues['payoutWalletNames'];
  /** How a service wants a Russian phone number: `+79…`, `79…`, `9…`, or `89…` as it is dialled within the country. */
  readonly payoutPhoneFormat: ProviderProfileValues['payoutPhoneFormat'];
  /** Seconds before each check of a payout without a final status; the last step repeats for ever. */
  readonly payoutCheckDelaysSeconds: readonly number[];
  /** Seconds after a payout was seen COMPLETED at which it is read again, each counted from that moment. */
  readonly payoutReverifyDelaysSeconds: readonly number[];
  /** Whether read-backs show requisites as they were sent; masked ones are compared with nothing. */
  readonly payoutReadBackRequisites: ProviderProfileValues['payoutReadBackRequisites'];
  /** What the columns of a statement are called, in its first line; any case. */
  readonly payoutStatementColumns: ProviderProfileValues['payoutStatementColumns'];
  readonly payoutStatementSeparator: ProviderProfileValues['payoutStatementSeparator'];
  /** Where a webhook may carry the payout's id: property names from the outside in, tried in this order. */
  readonly payoutWebhookIdPaths: readonly (readonly string[])[];
  /** How webhooks are signed, and whether one without a valid signature is refused or only noted. */
  readonly webhookSignature: ProviderProfileValues['webhookSignature'];

  private constructor(values: ProviderProfileValues) {
    this.orderStatusWords = values.orderStatusWords;
    this.definiteRefusalStatuses = values.definiteRefusalStatuses;
    this.contentRefusalStatuses = values.contentRefusalStatuses;
    this.absentStatuses = values.absentStatuses;
    this.orderReadBack = values.orderReadBack;
    this.orderCheckDelaysSeconds = values.orderCheckDelaysSeconds;
    this.orderWebhookIdPaths = values.orderWebhookIdPaths;
    this.h2hStatusWords = values.h2hStatusWords;
    this.h2hPollDelaysSeconds = values.h2hPollDelaysSeconds;
    this.h2hSessionLimitSeconds = values.h2hSessionLimitSeconds;
    this.payoutStatusWords = values.payoutStatusWords;
    this.payoutPaymentTypes = values.payoutPaymentTypes;
    this.payoutWalletNames = values.payoutWalletNames;
    this.payoutPhoneFormat = values.payoutPhoneFormat;
    this.payoutCheckDelaysSeconds = values.payoutCheckDelaysSeconds;
    this.payoutReverifyDelaysSeconds = values.payoutReverifyDelaysSeconds;
    this.payoutReadBackRequisites = values.payoutReadBackRequisites;
    this.payoutStatementColumns = values.payoutStatementColumns;
    this.payoutStatementSeparator = values.payoutStatementSeparator;
    this.payoutWebhookIdPaths = values.payoutWebhookIdPaths;
    this.webhookSignature = values.webhookSignature;
    Object.freeze(this);
  }

  /**
   * The defaults with an operator's overrides on top. A key replaces its default, except the status words, payment
   * types, wallet names, statement columns and the webhook signature, whose entries are replaced or added one by one.
   *
   * @throws ProviderProfileError naming every unknown key and every bad value's key
   */
  static withOverrides(overrides: unknown): ProviderProfile {
    const parsed = providerProfileOverridesSchema.safeParse(overrides);
    if (!parsed.success) throw new ProviderProfileError(parsed.error.issues.flatMap(describeIssue));
    const merged = MERGED_KEYS.map((key) => [key, { ...defaultProviderProfile[key], ...parsed.data[key] }] as const);
    return new ProviderProfile(
      providerProfileSchema.parse({ ...defaultProviderProfile, ...parsed.data, ...Object.fromEntries(merged) }),
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
  const nameOf = (path: readonly PropertyKey[]) => path.map(String).join('.');
  if (issue.code === 'unrecognized_keys' && issue.keys) {
    return issue.keys.map((key) => `${nameOf([...issue.path, key])} is not a known key`);
  }
  return [`${issue.path.length === 0 ? 'the file' : nameOf(issue.path)}: ${issue.message}`];
}
