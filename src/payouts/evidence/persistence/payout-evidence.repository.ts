import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { listRowsOfEach } from '../../../platform/database/persistence/rows-of-each.sql.js';
import type { EvidenceRecord, NewEvidence } from '../domain/payout-evidence.js';
import { PayoutEvidenceEntity } from './payout-evidence.entity.js';
import { insertEvidence } from './payout-evidence.sql.js';

// A payout has a few pieces of evidence, plus one for each further payment.
const MAX_EVIDENCE = 50;

// An answer contains at most five ids, and a disproved binding adds one.
const MAX_NAMED = 10;

@Injectable()
export class PayoutEvidenceRepository {
  constructor(
    @InjectRepository(PayoutEvidenceEntity, READS) private readonly evidence: Repository<PayoutEvidenceEntity>,
  ) {}

  async append(tx: Transaction, evidence: NewEvidence): Promise<void> {
    await insertEvidence(tx, evidence);
  }

  async isKnownDuplicate(tx: Transaction, attemptId: string, providerPayoutId: string): Promise<boolean> {
    return tx.repository(PayoutEvidenceEntity).existsBy({ attemptId, providerPayoutId, kind: 'DUPLICATE' });
  }

  /** Returns the provider ids that answers named for an attempt without binding it, the oldest first. */
  async findNamedIds(
    tx: Transaction,
    { payoutId, attemptId }: { readonly payoutId: string; readonly attemptId: string },
  ): Promise<string[]> {
    const rows = await tx
      .repository(PayoutEvidenceEntity)
      .createQueryBuilder('piece')
      .select('piece.provider_payout_id', 'id')
      .where({ payoutId, attemptId, kind: In(['RESPONSE_UNUSABLE', 'BINDING_DISPROVED']) })
      .groupBy('piece.provider_payout_id')
      .orderBy('min(piece.id)')
      .limit(MAX_NAMED)
      .getRawMany<{ id: string }>();
    return rows.map(({ id }) => id);
  }

  async findByPayouts(payoutIds: readonly string[]): Promise<EvidenceRecord[]> {
    const each = { of: 'payoutId', ids: payoutIds, orderBy: 'id', limit: MAX_EVIDENCE, keep: 'first' } as const;
    return listRowsOfEach(this.evidence, each);
  }
}
