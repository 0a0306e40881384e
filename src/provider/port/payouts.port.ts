import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { PayoutBaseField, PayoutExtraField, PayoutPaymentType } from '../profile/payout-destination.js';
import type { PayoutStatusWord } from '../profile/status-words.js';
import type { CallOutcome, ReadOutcome } from './call-outcome.js';
import type { ProviderCredentials } from './orders.port.js';
import type { ReadLane } from './read-lane.js';
import type { ProviderDetail } from '../wire/provider-details.js';
import type { SendPermit } from './send-permits.js';
import type { SendWindow } from './send-window.js';

/**
 * Who receives the money. The destination decides which extra fields are required. `requisites` depends on the payment
 * type and is sent and compared verbatim; `bankName` is the id of a bank from `listBanks`, or one of the profile's
 * wallets. Never logged.
 */
export type ProviderRecipient = Readonly<
  Record<PayoutBaseField, string> & Partial<Record<PayoutExtraField, string | null>>
>;

export interface NewProviderPayout {
  readonly amount: DecimalString;
  readonly currency: CurrencyCode;
  readonly paymentType: PayoutPaymentType;
  /** Null selects the merchant's default service, whatever its destination. */
  readonly serviceId: number | null;
  readonly note: string | null;
  /** Our id for the attempt. The provider does not echo it. */
  readonly externalId: string;
  /** Contains the attempt's token, by which a payout of unknown origin can be identified later. */
  readonly callbackUrl: string;
  readonly recipient: ProviderRecipient;
}

export interface ProviderPayout {
  /** UUID in lower case. */
  readonly providerPayoutId: string;
  /** The provider's status, verbatim: at most 100 characters, without control characters. */
  readonly providerStatus: string;
  /** Its meaning according to the profile; `UNRECOGNIZED` raises an alarm. */
  readonly status: PayoutStatusWord;
  /**
   * The amount, and like the next two fields null if a read-back does not contain it. Null is neither evidence nor a
   * contradiction.
   */
  readonly amount: DecimalString | null;
  readonly requisites: string | null;
  readonly recipientName: string | null;
  /**
   * Where the provider sends webhooks. Null means the address in the merchant's settings; undefined means that the
   * answer does not show it, as for some destinations. Only a string is evidence.
   */
  readonly callbackUrl: string | null | undefined;
  /** The provider's own message. It is safe to show and never used for a decision. */
  readonly statusMessage: string | null;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
  readonly completedAt: Date | null;
  /** Fields that would have been compared but were unreadable, with the reason; never a value. */
  readonly unreadable: readonly string[];
  /** All other fields of the answer, without the secret in a callback URL. */
  readonly details: readonly ProviderDetail[];
}

export interface ProviderPayoutService {
  readonly id: number;
  readonly name: string | null;
  readonly currency: CurrencyCode | null;
  readonly details: readonly ProviderDetail[];
}

export interface ProviderBank {
  /** To be sent as the recipient's `bankName`. */
  readonly id: string;
  readonly name: string;
}

/**
 * Payouts at the provider. This class is its injection token.
 *
 * Provider and network failures are returned as values; an exception means a bug in Purser.
 */
export abstract class PayoutsPort {
  /**
   * Sends one request to create a payout, at most once and never after the window ends. If the window was over before
   * the call, returns `not_sent` with `claim_expired`.
   *
   * `accepted` guarantees an id, an echo of the amount and the requisites, and no contradicting name or callback URL.
   * An unusable answer that contains ids is `unknown` with `namedIds`, whatever its status.
   * @param window the claim's window; by default two seconds from the call
   * @param permit taken before the claim; the caller ends it
   */
  abstract createPayout(
    credentials: ProviderCredentials,
    request: NewProviderPayout,
    window?: SendWindow,
    permit?: SendPermit,
  ): Promise<CallOutcome<ProviderPayout>>;

  /**
   * Reads a payout back, with at most two retries within the same deadline.
   * @param lane `interactive` by default
   * @throws TypeError if the id is not a UUID
   */
  abstract readPayout(
    credentials: ProviderCredentials,
    providerPayoutId: string,
    lane?: ReadLane,
  ): Promise<ReadOutcome<ProviderPayout>>;

  abstract listServices(credentials: ProviderCredentials): Promise<ReadOutcome<readonly ProviderPayoutService[]>>;

  /**
   * Lists the banks that accept a phone transfer to this number.
   * @param phone spelled as in `requisites`; it is personal data, so it appears in no log line and no error
   */
  abstract listBanks(credentials: ProviderCredentials, phone: string): Promise<ReadOutcome<readonly ProviderBank[]>>;
}
