import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { type PayoutStatus, UNPAID_PAYOUT_STATUSES } from '../../core/domain/payout-status.js';
import { PayoutEntity } from '../../core/persistence/payout.entity.js';
import type { PlannedPayout } from '../domain/recording-facts.js';

/** A payout to find duplicates of. With a maker, only among that maker's payouts; otherwise among everyone's. */
export interface ComparedPayout {
  readonly payoutId: string;
  readonly makerId: string | null;
}

export interface PossibleDuplicateRecord extends ComparedPayout {
  readonly id: string;
  readonly accountId: string;
  readonly status: PayoutStatus;
  readonly amount: DecimalString;
  readonly currency: CurrencyCode;
  readonly createdAt: Date;
  readonly isSameAmount: boolean;
  readonly isSameRecipient: boolean;
}

const WITHIN_DAYS = 30;

// A person compares at most this many before looking up the recipient. Payouts of the same amount come first, because
// they decide whether a payout needs approval, and whether its maker may know why.
const MAX_POSSIBLE_DUPLICATES = 10;

/** The first payout of a family. If it certainly ended without being paid, it is no duplicate of its repeats. */
const rootOf = (id: string): string => `coalesce((SELECT root_id FROM payout_repeats WHERE repeat_id = ${id}), ${id})`;

// SQL condition for a payout that certainly ended without being paid.
const HAS_ENDED = `(status IN (${UNPAID_PAYOUT_STATUSES.map((status) => `'${status}'`).join(', ')}) AND suspected_state IS NULL)`;

/** The query for possible duplicates of `wanted` payouts, each with the maker whose payouts count. */
const duplicatesOf = (wanted: string): string =>
  `SELECT wanted.id AS "payoutId", wanted.maker_id AS "makerId", other.id, other.account_id AS "accountId", other.status,
     other.amount, other.currency, other.created_at AS "createdAt",
     (other.amount, other.currency) = (wanted.amount, wanted.currency) AS "isSameAmount",
     other.recipient_hash = wanted.recipient_hash AS "isSameRecipient"
   FROM (${wanted}) AS wanted
   CROSS JOIN LATERAL (
     SELECT id, account_id, status, amount, currency, created_at, recipient_hash FROM payouts
     WHERE id <> wanted.id AND (recipient_hash = wanted.recipient_hash OR requisites_hash = wanted.requisites_hash)
       AND (wanted.maker_id IS NULL OR created_by = wanted.maker_id)
       AND created_at > now() - make_interval(days => $1)
       AND NOT ((wanted.has_ended OR ${HAS_ENDED}) AND ${rootOf('id')} = ${rootOf('wanted.id')})
     ORDER BY (amount, currency) = (wanted.amount, wanted.currency) DESC, created_at DESC LIMIT $2
   ) AS other
   ORDER BY "isSameAmount" DESC, other.created_at DESC`;

const OF_PAYOUTS = duplicatesOf(
  `SELECT id, maker_id, recipient_hash, requisites_hash, amount, currency, ${HAS_ENDED} AS has_ended
   FROM unnest($3::uuid[], $4::uuid[]) AS compared (payout_id, maker_id) JOIN payouts ON id = payout_id`,
);

const OF_PLANS = duplicatesOf(
  `SELECT id, $4::uuid AS maker_id, recipient_hash, requisites_hash, amount, currency, false AS has_ended
   FROM unnest($3::uuid[], $5::bytea[], $6::bytea[], $7::numeric[], $8::text[]) AS planned (id, recipient_hash,
     requisites_hash, amount, currency)`,
);

/**
 * Finds other payments, made or planned, to the recipients of several payouts. In SQL, because each payout gets a
 * separate look-up by an index.
 */
@Injectable()
export class PossibleDuplicatesQuery {
  constructor(@InjectRepository(PayoutEntity, READS) private readonly payouts: Repository<PayoutEntity>) {}

  /**
   * Returns the possible duplicates of each payout: first those of the same amount, then the newest. The recipients are the same if both the
   * requisites and the bank are.
   */
  async findByPayouts(compared: readonly ComparedPayout[]): Promise<PossibleDuplicateRecord[]> {
    return this.find(OF_PAYOUTS, [compared.map(({ payoutId }) => payoutId), compared.map(({ makerId }) => makerId)]);
  }

  /** Like `findByPayouts`, of payouts that are only planned. */
  async findByPlans(plans: readonly PlannedPayout[], makerId: string | null): Promise<PossibleDuplicateRecord[]> {
    return this.find(OF_PLANS, [
      plans.map(({ id }) => id),
      makerId,
      plans.map(({ recipientHash }) => recipientHash),
      plans.map(({ requisitesHashes }) => requisitesHashes[0]),
      plans.map(({ amount }) => amount),
      plans.map(({ currency }) => currency),
    ]);
  }

  private find(query: string, parameters: readonly unknown[]): Promise<PossibleDuplicateRecord[]> {
    return this.payouts.query<PossibleDuplicateRecord[]>(query, [WITHIN_DAYS, MAX_POSSIBLE_DUPLICATES, ...parameters]);
  }
}
