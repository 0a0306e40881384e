import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { Secret } from '../../common/secret.js';
import type { ProviderDetail } from '../wire/provider-details.js';
import type { OrderStatusWord } from '../profile/status-words.js';
import type { CallOutcome, ReadOutcome } from './call-outcome.js';
import type { ReadLane } from './read-lane.js';
import type { SendWindow } from './send-window.js';

/** What a call is about, by Purser's own ids, for the log. */
export interface CallSubject {
  readonly orderId?: string;
  readonly payoutId?: string;
}

/** Whose money a call is about, and the token that proves it. */
export interface ProviderCredentials {
  /** Id of the merchant account: the label in logs and the key of the circuit breaker. Never sent. */
  readonly merchant: string;
  readonly apiToken: string;
  /** Absent where only an id of the provider's is known. Never sent. */
  readonly subject?: CallSubject;
}

/** Details of the payer; which of them a terminal needs depends on the terminal. */
export interface ProviderCustomer {
  readonly email?: string;
  readonly phone?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** `YYYY-MM-DD`. */
  readonly birthday?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly city?: string;
  readonly region?: string;
  readonly state?: string;
  readonly postcode?: string;
  readonly address?: string;
  /** The payer's own address, not the merchant server's. */
  readonly ip?: string;
}

/** A card: inside an order, for terminals that accept it, or of an H2H session. Never logged, never stored. */
export interface ProviderCard {
  readonly cardholderName: string;
  /** Digits only. */
  readonly cardNumber: Secret;
  readonly cvv: Secret;
  /** `MM/YY`. */
  readonly expiryDate: string;
}

export interface NewProviderOrder {
  /** Our id of the order; the provider echoes it, which is how a stray order is recognised later. */
  readonly externalId: string;
  readonly amount: DecimalString;
  /** Null leaves the choice to the terminal. */
  readonly currency: CurrencyCode | null;
  readonly purpose: string | null;
  readonly successUrl: string | null;
  readonly failUrl: string | null;
  /** Selects a wallet or the bank method; the word is the terminal's own and passes verbatim. */
  readonly extraParams?: string | null;
  readonly customer?: ProviderCustomer | null;
  readonly card?: ProviderCard | null;
}

/** An order as the provider describes it. Every field it left out or could not say is null. */
export interface ProviderOrder {
  /** UUID in lower case. */
  readonly providerOrderId: string;
  /** The provider's status word, verbatim: at most 100 characters, none of them a control character. */
  readonly providerStatus: string;
  /** The meaning of the word by the profile; `UNRECOGNIZED` deserves an alarm. */
  readonly status: OrderStatusWord;
  readonly externalId: string | null;
  readonly amount: DecimalString | null;
  readonly currency: CurrencyCode | null;
  readonly commission: DecimalString | null;
  readonly received: DecimalString | null;
  /** An absolute http or https URL. */
  readonly paymentLink: string | null;
  /** When the payer paid; null for a paid order whose time cannot be read. */
  readonly paidAt: Date | null;
  readonly updatedAt: Date | null;
  /** The fields of a read-back that would be compared and could not be read, each with the reason; never a value. */
  readonly unreadable: readonly string[];
  /** The fields that have no place above; empty in the answer to a card. */
  readonly details: readonly ProviderDetail[];
}

/**
 * Orders at the provider. Injectable by its class.
 *
 * Failures of the provider or the network are values, never exceptions: an exception here is a defect of Purser.
 */
export abstract class OrdersPort {
  /**
   * Sends one request to create an order, at most once and never later than two seconds after the call.
   *
   * `accepted` promises an id, an equal amount, no contradicting currency or external id, and for an order without a
   * card a payment link.
   */
  abstract createOrder(
    credentials: ProviderCredentials,
    request: NewProviderOrder,
    window?: SendWindow,
  ): Promise<CallOutcome<ProviderOrder>>;

  /**
   * Reads an order back, with at most two retries inside the one deadline.
   *
   * @param lane why it is read; `interactive` when absent
   * @throws TypeError when the id is not a UUID
   */
  abstract readOrder(
    credentials: ProviderCredentials,
    providerOrderId: string,
    lane?: ReadLane,
  ): Promise<ReadOutcome<ProviderOrder>>;
}
