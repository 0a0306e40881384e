import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { PayoutStatus } from '../../core/domain/payout-status.js';
import { PayoutEntity } from '../../core/persistence/payout.entity.js';

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

// A person compares at most this many before looking up the recipient.
const MAX_POSSIBLE_DUPLICATES = 10;

/**
 * Finds other payments, made or planned, to the recipients of several payouts. In SQL, because each payout gets a
 * separate look-up by an index.
 */
@Injectable()
export class PossibleDuplicatesQuery {
  constructor(@InjectRepository(PayoutEntity, READS) private readonly payouts: Repository<PayoutEntity>) {}

  /**
   * Returns the possible duplicates of each payout, the newest first. The recipients are the same if both the
   * requisites and the bank are.
   */
  async findByPayouts(compared: readonly ComparedPayout[]): Promise<PossibleDuplicateRecord[]> {
    return this.payouts.query<PossibleDuplicateRecord[]>(
      `SELECT wanted.id AS "payoutId", compared.maker_id AS "makerId", other.id, other.account_id AS "accountId", other.status, other.amount, other.currency,
         other.created_at AS "createdAt", (other.amount, other.currency) = (wanted.amount, wanted.currency) AS "isSameAmount",
         other.recipient_hash = wanted.recipient_hash AS "isSameRecipient"
       FROM unnest($1::uuid[], $4::uuid[]) AS compared (payout_id, maker_id)
       JOIN payouts AS wanted ON wanted.id = compared.payout_id
       CROSS JOIN LATERAL (
         SELECT id, account_id, status, amount, currency, created_at, recipient_hash FROM payouts
         WHERE id <> wanted.id AND (recipient_hash = wanted.recipient_hash OR requisites_hash = wanted.requisites_hash)
           AND (compared.maker_id IS NULL OR created_by = compared.maker_id)
           AND created_at > now() - make_interval(days => $2)
         ORDER BY created_at DESC LIMIT $3
       ) AS other
       ORDER BY other.created_at DESC`,
      [
        compared.map(({ payoutId }) => payoutId),
        WITHIN_DAYS,
        MAX_POSSIBLE_DUPLICATES,
        compared.map(({ makerId }) => makerId),
      ],
    );
  }
}
