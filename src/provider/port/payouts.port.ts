import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { PayoutPaymentType } from '../profile/payout-destination.js';
import type { PayoutStatusWord } from '../profile/status-words.js';
import type { CallOutcome, ReadOutcome } from './call-outcome.js';
import type { ProviderCredentials } from './orders.port.js';
import type { ReadLane } from './read-lane.js';
import type { ProviderDetail } from '../wire/provider-details.js';
import type { SendPermit } from './send-permits.js';
import type { SendWindow } from './send-window.js';

/** Who gets the money; which of the optional fields are needed depends on the destination. Never logged. */
export interface ProviderRecipient {
  readonly name: string;
  /** Card number, phone number, PIX key or login, by the payment type. Sent and compared as written. */
  readonly requisites: string;
  /** The recipient's id in the merchant's system. */
  readonly userId: string;
  /** The id of a bank from `listBanks`, or one of the profile's wallets. */
  readonly bankName?: string | null;
  readonly userEmail?: string | null;
  readonly userPhone?: string | null;
  readonly userIp?: string | null;
}

export interface NewProviderPayout {
  readonly amount: DecimalString;
  readonly currency: CurrencyCode;
  readonly paymentType: PayoutPaymentType;
  /** Null means the merchant's default service, whichever destination that is. */
  readonly serviceId: number | null;
  readonly note: string | null;
  /** Our id of the attempt. The provider does not echo it. */
  readonly externalId: string;
  /** Carries the attempt's token, by which a stray payout is recognised later. */
  readonly callbackUrl: string;
  readonly recipient: ProviderRecipient;
}

/** A payout as the provider describes it. */
export interface ProviderPayout {
  /** UUID in lower case. */
  readonly providerPayoutId: string;
  /** The provider's status word, verbatim: at most 100 characters, none of them a control character. */
  readonly providerStatus: string;
  /** The meaning of the word by the profile; `UNRECOGNIZED` deserves an alarm. */
  readonly status: PayoutStatusWord;
  /** Null, as the two below, when a read-back does not say: no evidence, and no contradiction either. */
  readonly amount: DecimalString | null;
  readonly requisites: string | null;
  readonly recipientName: string | null;
  /**
   * Where the provider sends webhooks: null for the address of the merchant's settings, undefined when it does not say,
   * as for some destinations. Only a text is evidence of anything.
   */
  readonly callbackUrl: string | null | undefined;
  /** The provider's own words, fit to be shown; never decided upon. */
  readonly statusMessage: string | null;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
  readonly completedAt: Date | null;
  /** The fields of a read-back that would be compared and could not be read, each with the reason; never a value. */
  readonly unreadable: readonly string[];
  /** The fields that have no place above, without the secret of a callback URL. */
  readonly details: readonly ProviderDetail[];
}

/** A destination that is enabled for the merchant. */
export interface ProviderPayoutService {
  readonly id: number;
  readonly name: string | null;
  readonly currency: CurrencyCode | null;
  /** The other fields of its entry. */
  readonly details: readonly ProviderDetail[];
}

/** A bank that a phone transfer can go to. */
export interface ProviderBank {
  /** Goes into `bankName` of the recipient. */
  readonly id: string;
  readonly name: string;
}

/**
 * Payouts at the provider. Injectable by its class.
 *
 * Failures of the provider or the network are values, never exceptions: an exception here is a defect of Purser.
 */
export abstract class PayoutsPort {
  /**
   * Sends one request to create a payout, at most once and never after the window: `not_sent` for `claim_expired` when
   * it had closed before the call.
   *
   * `accepted` promises an id and an echo of the amount and the requisites, and that neither a name nor a callback URL
   * contradicts ours. An unusable answer, of any status and form, that named ids is `unknown` with those as
   * `namedIds`.
   *
   * @param window of the claim behind the payout; two seconds from the call when absent
   * @param permit taken before the claim, and ended by whoever took it
   */
  abstract createPayout(
    credentials: ProviderCredentials,
    request: NewProviderPayout,
    window?: SendWindow,
    permit?: SendPermit,
  ): Promise<CallOutcome<ProviderPayout>>;

  /**
   * Reads a payout back, with at most two retries inside the one deadline.
   *
   * @param lane why it is read; `interactive` when absent
   * @throws TypeError when the id is not a UUID
   */
  abstract readPayout(
    credentials: ProviderCredentials,
    providerPayoutId: string,
    lane?: ReadLane,
  ): Promise<ReadOutcome<ProviderPayout>>;

  /** The payout services enabled for the merchant. */
  abstract listServices(credentials: ProviderCredentials): Promise<ReadOutcome<readonly ProviderPayoutService[]>>;

  /**
   * The banks that a phone transfer to this number can go to.
   *
   * @param phone spelled as it will be in `requisites`; personal data, so it appears in no log line and no error
   */
  abstract listBanks(credentials: ProviderCredentials, phone: string): Promise<ReadOutcome<readonly ProviderBank[]>>;
}
