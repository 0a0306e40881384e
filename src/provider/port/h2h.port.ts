import type { Secret } from '../../common/secret.js';
import type { ReadLane } from './read-lane.js';
import type { SendWindow } from './send-window.js';
import type { H2hStatusWord } from '../profile/status-words.js';
import type { CallOutcome, ReadOutcome } from './call-outcome.js';
import type { ProviderCard, ProviderCredentials, ProviderOrder } from './orders.port.js';

/** The status of a card's verification. It says nothing about the money: that is the order's status. */
export interface ProviderH2hStatus {
  /** The provider's status, verbatim: at most 100 characters, without control characters. */
  readonly providerStatus: string;
  /** Its meaning according to the profile; `UNRECOGNIZED` raises an alarm. */
  readonly status: H2hStatusWord;
  /** Whether the bank waits for a code that it sent to the payer; null if the answer does not say. */
  readonly isSmsRequired: boolean | null;
  /** Unreadable fields with the reason, never a value. */
  readonly unreadable: readonly string[];
}

/**
 * Card payments on the merchant's own page. Injectable by its class.
 *
 * Failures of the provider or the network are values; an exception is a defect of Purser. Throws TypeError for an id
 * that is not a UUID.
 */
export abstract class H2hPort {
  /**
   * Sends a card to an order, at most once, within two seconds of the call and within its window. `accepted` guarantees
   * that the answer is about this order.
   */
  abstract submitCard(
    credentials: ProviderCredentials,
    providerOrderId: string,
    card: ProviderCard,
    window?: SendWindow,
  ): Promise<CallOutcome<ProviderOrder>>;

  /** Sends the code of one SMS, at most once. `accepted` does not mean that the code was right: the status tells. */
  abstract submitCode(
    credentials: ProviderCredentials,
    providerOrderId: string,
    code: Secret,
    window?: SendWindow,
  ): Promise<CallOutcome<null>>;

  /** Reads the verification's status; `absent` if the order has none. */
  abstract readStatus(
    credentials: ProviderCredentials,
    providerOrderId: string,
    lane?: ReadLane,
  ): Promise<ReadOutcome<ProviderH2hStatus>>;
}
