import { Injectable, Logger } from '@nestjs/common';
import type { Transaction } from '../database/transaction.js';
import { MetricsRegistry } from './metrics-registry.js';

/** Everything that needs a person's attention. Codes are stable, so that alerts can refer to them. */
export const ALARM_CODES = [
  /** The provider returned an unknown order status. */
  'order_status_unrecognized',
  /** The order at the provider differs from the one that Purser sent. */
  'order_mismatch',
  /** The provider no longer has an order to which it assigned an id. */
  'order_absent',
  /** An order that had ended without payment turned out to be paid. */
  'order_paid_late',
  /** An abandoned order was found at the provider. */
  'order_stray_found',
  /** It is unknown whether a card sent with an order was charged. */
  'order_unconfirmed',
  /** It is unknown whether the bank received the card of an H2H session. Purser polls the session's status. */
  'h2h_session_unconfirmed',
  /** Purser ended an H2H session that exceeded its time limit. */
  'h2h_session_overdue',
  /** Purser ended an H2H session after too many wrong codes. */
  'h2h_codes_guessed',
  /** A payer, BIN or credential had too many unpaid cards. No more of these cards are sent for a while. */
  'cards_blocked',
  /** The provider returned an unknown H2H status. */
  'h2h_status_unrecognized',
  /** It is unknown whether a payout was paid. */
  'payout_unconfirmed',
  /** A webhook about an unconfirmed payout is unreadable, so only people can decide. Raised again every hour. */
  'payout_evidence_unreadable',
  /** A payout was paid twice; the gate is shut. */
  'payout_duplicate_paid',
  /** Because of a wrong answer, a payout was bound to another payout's id. The binding was removed. */
  'payout_binding_disproved',
  /** A payout that was rejected or closed turned out to exist at the provider. */
  'payout_found_after_end',
  /** A payout may be paid after all that is paid again; a repeat that was not sent waits for a person. */
  'payout_paid_and_repeated',
  /** The provider withdrew or changed the final status of a payout. */
  'payout_corrected',
  /** The provider shows a payout with a different amount. */
  'payout_mismatch',
  /** The provider no longer has a payout to which it assigned an id. */
  'payout_absent',
  /** The provider returned an unknown payout status. */
  'payout_status_unrecognized',
  /**
   * A signed webhook arrived at a callback address that belongs to no attempt, so the database may have lost a payout.
   */
  'payout_attempt_lost',
  /**
   * A signed webhook is about a payout whose partition is detached. Its final status may have changed, but Purser no
   * longer has the row.
   */
  'webhook_of_detached_payout',
  /** The gate is shut: no payout is sent until a person opens it. */
  'payout_gate_shut',
  /** An attempt that was committed and sent is missing from the database. The log line contains its outcome. */
  'payout_attempt_missing',
  /** Commits no longer wait for a standby. No payout is sent until they do again. */
  'payouts_wait_for_standby',
  /** A limit blocks an approved payout until the limit has room again or people raise it. */
  'payout_blocked_by_limit',
  /** An approved payout needs approval again, because an approval expired or the approver's key was revoked. */
  'payout_approval_lapsed',
  /** A payout waits because the expected balance is too low. */
  'payout_not_covered',
  /**
   * The provider refuses an account's token or the address. The account's payouts wait, and its orders are declined.
   */
  'provider_refuses_credentials',
  /** The provider reports that its balance is too low for payouts, which wait. */
  'provider_balance_empty',
  /** The identity provider returned another person's tokens. The session was ended, or was not started. */
  'identity_mismatch',
  /** A caller named many similar recipients in payouts that were never sent, as if they were guessing a number. */
  'recipients_probed',
  /** An actor has revealed or searched for half of the recipients and customers that they may on one day. */
  'recipients_read_in_bulk',
  /** The database refuses to let a payout be sent, because its row is contradictory and a person must look at it. */
  'payout_claim_refused',
  /** More money was paid out than the expected balance contained. */
  'balance_overdrawn',
  /** Purser and the provider disagree. Raised until a person closes the discrepancy. */
  'discrepancy_opened',
  /** A payout listed in a statement could not be read back, and no further tries will be made. */
  'statement_line_given_up',
  /** The audit chain ends before an entry that was sealed in the past. */
  'audit_chain_shortened',
  /** Audit entries have been waiting for a seal for minutes. */
  'audit_not_sealed',
  /**
   * Rows will soon be beyond the last partition, or already are. Nothing is lost, but no new partitions are created.
   */
  'partitions_missing',
  /**
   * The command that partitions tables was killed. It left a constraint behind that will eventually reject new rows.
   */
  'partitions_unfinished',
  /** A schedule has failed ten times in a row. */
  'tick_failing',
  /** A webhook could not be processed, and no further tries will be made. */
  'webhook_given_up',
] as const;

export type AlarmCode = (typeof ALARM_CODES)[number];

export type AlarmDetails = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Raises alarms: logs an error line with a stable code, and increments a counter. Details are ids and codes, never
 * personal data.
 */
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

  /** Raises an alarm after a transaction is committed. Raises none if it is rolled back. */
  raiseAfter(tx: Pick<Transaction, 'afterCommit'>, code: AlarmCode, details: AlarmDetails): void {
    tx.afterCommit(() => {
      this.raise(code, details);
    });
  }
}
