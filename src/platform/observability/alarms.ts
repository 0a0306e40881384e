import { Injectable, Logger } from '@nestjs/common';
import { MetricsRegistry } from './metrics-registry.js';

/** Everything that a person must look at. One word each, stable, so that alerts can be set on it. */
export const ALARM_CODES = [
  /** The provider answered a status word that the profile does not know. */
  'order_status_unrecognized',
  /** The provider knows an order with other content than Purser sent. */
  'order_mismatch',
  /** The provider no longer knows an order it gave us an id for. */
  'order_absent',
  /** An order that had ended unpaid turned out to be paid. */
  'order_paid_late',
  /** An abandoned order was found at the provider. */
  'order_stray_found',
  /** It is unknown whether a card that was sent with an order was charged. */
  'order_unconfirmed',
  /** It is unknown whether the bank has the card of an H2H session; its status is asked for. */
  'h2h_session_unconfirmed',
  /** An H2H session had no end within its limit and was ended here. */
  'h2h_session_overdue',
  /** As many codes as an order may send were sent, and none was right; its H2H session was ended here. */
  'h2h_codes_guessed',
  /** Too many cards of one payer, one BIN or one credential were not paid: no further one is sent for a while. */
  'cards_blocked',
  /** The provider answered a status word of an H2H session that the profile does not know. */
  'h2h_status_unrecognized',
  /** It is unknown whether a payout was paid. */
  'payout_unconfirmed',
  /** A webhook about an unconfirmed payout could not be read, so only people can decide it; again each hour. */
  'payout_evidence_unreadable',
  /** A payout was paid twice; the gate is shut. */
  'payout_duplicate_paid',
  /** A payout was bound to the id of another one by a wrong answer; the binding was taken back. */
  'payout_binding_disproved',
  /** A payout that was rejected or closed turned out to be at the provider. */
  'payout_found_after_end',
  /** The provider took back, or changed, the end of a payout. */
  'payout_corrected',
  /** The provider knows a payout of Purser's with another amount. */
  'payout_mismatch',
  /** The provider no longer knows a payout it gave us an id for. */
  'payout_absent',
  /** The provider answered a status word that the profile does not know. */
  'payout_status_unrecognized',
  /** A signed webhook came to a callback address that no attempt has: the database may have lost a payout. */
  'payout_attempt_lost',
  /** A signed webhook came about a payout whose partition is detached: its end may have changed, and Purser has no row of it. */
  'webhook_of_detached_payout',
  /** No payout is sent until a person opens the gate. */
  'payout_gate_shut',
  /** An attempt that was committed and sent is not in the database any more; the line has its outcome. */
  'payout_attempt_missing',
  /** No payout is sent until commits wait for a standby again. */
  'payouts_wait_for_standby',
  /** An approved payout waits because a limit holds it, until there is room or people raise the limit. */
  'payout_blocked_by_limit',
  /** An approved payout waits for people once more: an approval became too old, or its owner's key was revoked. */
  'payout_approval_lapsed',
  /** A payout waits because the expected balance does not cover it. */
  'payout_not_covered',
  /** The provider refuses the token of an account, or the address: its payouts wait, and its orders are declined. */
  'provider_refuses_credentials',
  /** The provider answered that the balance there does not cover payouts: they wait. */
  'provider_balance_empty',
  /** The identity provider answered with the tokens of another person: the session was ended, or not begun. */
  'identity_mismatch',
  /** A caller named many recipients that look alike for payouts that were not sent, as if to guess somebody's number. */
  'recipients_probed',
  /** An actor revealed or compared half as many recipients as a day allows. */
  'recipients_read_in_bulk',
  /** The database refuses to have a payout sent: its row contradicts itself, and a person must look at it. */
  'payout_claim_refused',
  /** More left than the expected balance held. */
  'balance_overdrawn',
  /** Purser and the provider differ, until a person closes it. */
  'discrepancy_opened',
  /** A payout of a statement could not be read back for so long that no further try follows. */
  'statement_line_given_up',
  /** The audit chain ends before an entry that was sealed once. */
  'audit_chain_shortened',
  /** Entries of the audit log have waited for a seal for minutes. */
  'audit_not_sealed',
  /** Rows come soon to the end of the partitions, or lie beyond it; nothing is lost, and nobody creates more. */
  'partitions_missing',
  /** A run that was to divide tables was killed; a constraint that it left refuses rows one day. */
  'partitions_unfinished',
  /** A schedule has failed ten times in a row: what it does is not done. */
  'tick_failing',
  /** A webhook could not be processed for so long that no further try follows. */
  'webhook_given_up',
] as const;

export type AlarmCode = (typeof ALARM_CODES)[number];

export type AlarmDetails = Readonly<Record<string, string | number | boolean | null>>;

/** Raises alarms: an error line with a stable code and a counter. Details are ids and words, never personal data. */
@Injectable()
export class Alarms {
  readonly #logger = new Logger(Alarms.name);
  readonly #count: (code: AlarmCode) => void;

  constructor(registry: MetricsRegistry) {
    this.#count = registry.counterOf({
      name: 'purser_alarms_total',
      help: 'Alarms raised, by code.',
      label: 'code',
      values: ALARM_CODES,
    });
  }

  raise(code: AlarmCode, details: AlarmDetails): void {
    this.#count(code);
    this.#logger.error({ event: 'alarm', alarm: code, ...details });
  }
}
