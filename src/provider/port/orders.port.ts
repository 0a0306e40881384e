import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { Secret } from '../../common/secret.js';
import type { ProviderDetail } from '../wire/provider-details.js';
import type { CustomerField } from '../profile/customer-field.js';
import type { OrderStatusWord } from '../profile/status-words.js';
import type { CallOutcome, ReadOutcome } from './call-outcome.js';
import type { ReadLane } from './read-lane.js';
import type { SendWindow } from './send-window.js';

/** Purser's own ids for the subject of a call, for the log. */
export interface CallSubject {
  readonly orderId?: string;
  readonly payoutId?: string;
}

/** The merchant account that a call is made for, and its token. */
export interface ProviderCredentials {
  /** The merchant account's id. Labels log lines and selects the circuit breaker; never sent. */
  readonly merchant: string;
  readonly apiToken: string;
  /** Absent if only the provider's id is known. Never sent. */
  readonly subject?: CallSubject;
}

/** Details of the payer. The terminal decides which are required. */
export type ProviderCustomer = Readonly<Partial<Record<CustomerField, string>>>;

/** A card sent with an order, for terminals that accept one, or in an H2H session. Never logged or stored. */
export interface ProviderCard {
  readonly cardholderName: string;
  /** Digits only. */
  readonly cardNumber: Secret;
  readonly cvv: Secret;
  /** `MM/YY`. */
  readonly expiryDate: string;
}

export interface NewProviderOrder {
  /** Our id for the order. The provider echoes it, so an order of unknown origin can be identified by it later. */
  readonly externalId: string;
  readonly amount: DecimalString;
  /** Null lets the terminal choose. */
  readonly currency: CurrencyCode | null;
  readonly purpose: string | null;
  readonly successUrl: string | null;
  readonly failUrl: string | null;
  /** Selects a wallet or the bank method. It is the terminal's own word, sent verbatim. */
  readonly extraParams?: string | null;
  readonly customer?: ProviderCustomer | null;
  readonly card?: ProviderCard | null;
}

/** An order as the provider describes it. Absent and unreadable fields are null. */
export interface ProviderOrder {
  /** UUID in lower case. */
  readonly providerOrderId: string;
  /** The provider's status, verbatim: at most 100 characters, without control characters. */
  readonly providerStatus: string;
  /** Its meaning according to the profile; `UNRECOGNIZED` raises an alarm. */
  readonly status: OrderStatusWord;
  readonly externalId: string | null;
  readonly amount: DecimalString | null;
  readonly currency: CurrencyCode | null;
  readonly commission: DecimalString | null;
  readonly received: DecimalString | null;
  /** An absolute http or https URL. */
  readonly paymentLink: string | null;
  /** When the payer paid; null if the order is unpaid or its payment time is unreadable. */
  readonly paidAt: Date | null;
  readonly updatedAt: Date | null;
  /** Fields that would have been compared but were unreadable, with the reason; never a value. */
  readonly unreadable: readonly string[];
  /** All other fields of the answer. Empty if the request contained a card. */
  readonly details: readonly ProviderDetail[];
}

/**
 * Orders at the provider. This class is its injection token.
 *
 * Provider and network failures are returned as values; an exception means a bug in Purser.
 */
export abstract class OrdersPort {
  /**
   * Sends one request to create an order, at most once and within two seconds of the call.
   *
   * `accepted` guarantees an id, the requested amount, no contradicting currency or external id, and a payment link
   * unless the order has a card.
   */
  abstract createOrder(
    credentials: ProviderCredentials,
    request: NewProviderOrder,
    window?: SendWindow,
  ): Promise<CallOutcome<ProviderOrder>>;

  /**
   * Reads an order back, with at most two retries within the same deadline.
   * @param lane `interactive` by default
   * @throws TypeError if the id is not a UUID
   */
  abstract readOrder(
    credentials: ProviderCredentials,
    providerOrderId: string,
    lane?: ReadLane,
  ): Promise<ReadOutcome<ProviderOrder>>;
}
