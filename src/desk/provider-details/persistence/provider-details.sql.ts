import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { changeUnlocked, type UnlockedRows } from '../../../platform/scheduling/persistence/claim-due-rows.sql.js';
import { ProviderDetailsEntity } from './provider-details.entity.js';

const OLD_DETAILS: UnlockedRows = {
  change: 'DELETE FROM provider_details',
  among: `SELECT id FROM provider_details
    WHERE updated_at < now() - make_interval(days => $1)
      AND NOT EXISTS (SELECT 1 FROM payouts
        WHERE payouts.id = provider_details.id AND payouts.sealed_recipient IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM orders
        WHERE orders.id = provider_details.id
          AND (orders.next_check_at IS NOT NULL OR orders.updated_at >= now() - make_interval(days => $1)))
    ORDER BY updated_at`,
};

/**
 * Stores details, encrypted. Written in SQL, because it needs a conditional upsert and a deletion that skips locked
 * rows.
 */
@Injectable()
export class ProviderDetailsRepository {
  constructor(
    @InjectRepository(ProviderDetailsEntity, READS) private readonly details: Repository<ProviderDetailsEntity>,
  ) {}

  async keep(tx: Transaction, kept: Omit<ProviderDetailsEntity, 'updatedAt'>): Promise<void> {
    await tx.write({
      table: 'provider_details',
      sql: (given) =>
        `INSERT INTO provider_details (id, subject_type, digest, sealed_details)
         VALUES (${given(kept.id)}, ${given(kept.subjectType)}, ${given(kept.digest)}, ${given(kept.sealedDetails)})
         ON CONFLICT (id) DO UPDATE SET digest = excluded.digest, sealed_details = excluded.sealed_details,
           updated_at = now()
         WHERE provider_details.digest <> excluded.digest`,
    });
  }

  findByIds(ids: readonly string[]): Promise<ProviderDetailsEntity[]> {
    return this.details.findBy({ id: In([...ids]) });
  }

  /**
   * Deletes the details that have been unchanged for longest, and returns how many were deleted: those of payouts whose
   * recipient was purged, and those of orders that ended as long ago.
   */
  async purge(tx: Transaction, { days, limit }: { readonly days: number; readonly limit: number }): Promise<number> {
    return changeUnlocked(tx, OLD_DETAILS, { parameters: [days], limit });
  }
}
