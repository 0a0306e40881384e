import type { Secret } from '../../common/secret.js';
import type { ReadLane } from './read-lane.js';
import type { SendWindow } from './send-window.js';
import type { H2hStatusWord } from '../profile/status-words.js';
import type { CallOutcome, ReadOutcome } from './call-outcome.js';
import type { ProviderCard, ProviderCredentials, ProviderOrder } from './orders.port.js';

/** The status of a card's verification. It says nothing about the money, which only the order's status does. */
export interface ProviderH2hStatus {
  /** The provider's status, verbatim: at most 100 characters, without control characters. */
  readonly providerStatus: string;
  /** Its meaning according to the profile; `UNRECOGNIZED` raises an alarm. */
  readonly status: H2hStatusWord;
  /** Whether the bank is waiting for the code that it sent to the payer; null if the answer does not say. */
  readonly isSmsRequired: boolean | null;
  /** Unreadable fields with the reason; never a value. */
  readonly unreadable: readonly string[];
}

/**
 * Card payments on the merchant's own page. This class is its injection token.
 *
 * Provider and network failures are returned as values; an exception means a bug in Purser. Throws TypeError for an id
 * that is not a UUID.
 */
export abstract class H2hPort {
  /**
   * Sends a card for an order, at most once, within two seconds of the call and within its window. `accepted`
   * guarantees that the answer is about this order.
   */
  abstract submitCard(
    credentials: ProviderCredentials,
    providerOrderId: string,
    card: ProviderCard,
    window?: SendWindow,
  ): Promise<CallOutcome<ProviderOrder>>;

  /**
   * Sends the code from one SMS, at most once. `accepted` does not mean that the code was right: only the status shows
   * that.
   */
  abstract submitCode(
    credentials: ProviderCredentials,
    providerOrderId: string,
    code: Secret,
    window?: SendWindow,
  ): Promise<CallOutcome<null>>;

  /** Reads the status of the verification; `absent` if the order has none. */
  abstract readStatus(
    credentials: ProviderCredentials,
    providerOrderId: string,
    lane?: ReadLane,
  ): Promise<ReadOutcome<ProviderH2hStatus>>;
}
