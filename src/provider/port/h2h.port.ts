import type { Secret } from '../../common/secret.js';
import type { ReadLane } from './read-lane.js';
import type { SendWindow } from './send-window.js';
import type { H2hStatusWord } from '../profile/status-words.js';
import type { CallOutcome, ReadOutcome } from './call-outcome.js';
import type { ProviderCard, ProviderCredentials, ProviderOrder } from './orders.port.js';

/** How the verification of a card stands. It says nothing of the money: that is the order's status. */
export interface ProviderH2hStatus {
  /** The provider's status word, verbatim: at most 100 characters, none of them a control character. */
  readonly providerStatus: string;
  /** The meaning of the word by the profile; `UNRECOGNIZED` deserves an alarm. */
  readonly status: H2hStatusWord;
  /** Whether the bank waits for a code that it sent to the payer; null when the answer does not say. */
  readonly isSmsRequired: boolean | null;
  /** The fields that could not be read, each with the reason; never a value. */
  readonly unreadable: readonly string[];
}

/**
 * Card payments on the merchant's own page. Injectable by its class.
 *
 * Failures of the provider or the network are values, never exceptions: an exception here is a defect of Purser. Every
 * id is checked to be a UUID before it enters a path, with a TypeError when it is not.
 */
export abstract class H2hPort {
  /**
   * Sends a card to an order, at most once and never later than two seconds after the call, nor after its window. `accepted` promises that
   * the answer speaks of this order.
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

  /** Reads how the verification stands; `absent` when the order has none. */
  abstract readStatus(
    credentials: ProviderCredentials,
    providerOrderId: string,
    lane?: ReadLane,
  ): Promise<ReadOutcome<ProviderH2hStatus>>;
}
