import { Injectable, Logger } from '@nestjs/common';
import type { Transaction } from '../database/transaction.js';
import { MetricsRegistry } from './metrics-registry.js';

/** Everything that a person must look at. Codes are stable, so alerts can refer to them. */
export const ALARM_CODES = [
  /** The provider returned an unknown order status. */
  'order_status_unrecognized',
  /** The provider's order differs from what Purser sent. */
  'order_mismatch',
  /** The provider no longer has an order that it gave an id for. */
  'order_absent',
  /** An order that had ended unpaid turned out to be paid. */
  'order_paid_late',
  /** An abandoned order was found at the provider. */
  'order_stray_found',
  /** It is unknown whether a card sent with an order was charged. */
  'order_unconfirmed',
  /** It is unknown whether the bank has an H2H session's card; its status is polled. */
  'h2h_session_unconfirmed',
  /** Purser ended an H2H session that exceeded its time limit. */
  'h2h_session_overdue',
  /** Purser ended an H2H session after too many wrong codes. */
  'h2h_codes_guessed',
  /** Too many unpaid cards of one payer, BIN or credential: no more are sent for a while. */
  'cards_blocked',
  /** The provider returned an unknown H2H status. */
  'h2h_status_unrecognized',
  /** It is unknown whether a payout was paid. */
  'payout_unconfirmed',
  /** A webhook about an unconfirmed payout is unreadable, so only people can decide; repeated each hour. */
  'payout_evidence_unreadable',
  /** A payout was paid twice; the gate is shut. */
  'payout_duplicate_paid',
  /** A wrong answer had bound a payout to another one's id; the binding was removed. */
  'payout_binding_disproved',
  /** A rejected or closed payout turned out to be at the provider. */
  'payout_found_after_end',
  /** The provider withdrew or changed a payout's end. */
  'payout_corrected',
  /** The provider shows a payout with another amount. */
  'payout_mismatch',
  /** The provider no longer has a payout that it gave an id for. */
  'payout_absent',
  /** The provider returned an unknown payout status. */
  'payout_status_unrecognized',
  /** A signed webhook arrived at a callback address without an attempt: the database may have lost a payout. */
  'payout_attempt_lost',
  /**
   * A signed webhook is about a payout whose partition is detached: its end may have changed, and Purser has no row of
   * it.
   */
  'webhook_of_detached_payout',
  /** No payout is sent until a person opens the gate. */
  'payout_gate_shut',
  /** A committed and sent attempt is missing in the database; the log line has its outcome. */
  'payout_attempt_missing',
  /** No payout is sent until commits wait for a standby again. */
  'payouts_wait_for_standby',
  /** A limit blocks an approved payout until it has room or people raise it. */
  'payout_blocked_by_limit',
  /** An approved payout needs approval again: one expired, or its owner's key was revoked. */
  'payout_approval_lapsed',
  /** A payout waits because the expected balance does not cover it. */
  'payout_not_covered',
  /** The provider refuses an account's token or the address: its payouts wait, and its orders are declined. */
  'provider_refuses_credentials',
  /** The provider says that its balance does not cover payouts: they wait. */
  'provider_balance_empty',
  /** The identity provider returned another person's tokens: the session was ended, or not started. */
  'identity_mismatch',
  /** A caller named many similar recipients in payouts that were not sent, as if guessing a number. */
  'recipients_probed',
  /** An actor revealed or compared half as many recipients as a day allows. */
  'recipients_read_in_bulk',
  /** The database refuses to send a payout: its row contradicts itself, and a person must look at it. */
  'payout_claim_refused',
  /** More money left than the expected balance held. */
  'balance_overdrawn',
  /** Purser and the provider differ, until a person closes the discrepancy. */
  'discrepancy_opened',
  /** A payout of a statement could not be read back, and its tries have ended. */
  'statement_line_given_up',
  /** The audit chain ends before an entry that was once sealed. */
  'audit_chain_shortened',
  /** Audit entries have waited for a seal for minutes. */
  'audit_not_sealed',
  /** Rows will soon exceed the last partition, or already do; nothing is lost, but no one creates more. */
  'partitions_missing',
  /** A run that was to divide tables was killed; a constraint it left behind will refuse rows one day. */
  'partitions_unfinished',
  /** A schedule has failed ten times in a row. */
  'tick_failing',
  /** A webhook could not be processed, and its tries have ended. */
  'webhook_given_up',
] as const;

export type AlarmCode = (typeof ALARM_CODES)[number];

export type AlarmDetails = Readonly<Record<string, string | number | boolean | null>>;

/** Raises alarms: an error line with a stable code, and a counter. Details are ids and codes, never personal data. */
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

  /** Raises an alarm once a transaction is committed, never if it is rolled back. */
  raiseAfter(tx: Pick<Transaction, 'afterCommit'>, code: AlarmCode, details: AlarmDetails): void {
    tx.afterCommit(() => {
      this.raise(code, details);
    });
  }
}
