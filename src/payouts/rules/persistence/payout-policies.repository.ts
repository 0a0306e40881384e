import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, IsNull, type Repository } from 'typeorm';
import { READS } from '../../../platform/database/api-reads.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { ApprovalPolicy } from '../domain/approval-policy.js';
import { PayoutPolicyEntity } from './payout-policy.entity.js';

export interface PolicyRecord extends ApprovalPolicy {
  readonly id: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
  readonly setAt: Date;
}

export type PolicyKey = Omit<ApprovalPolicy, 'approvers'>;

const ANY_FIRST = { direction: 'ASC', nulls: 'FIRST' } as const;

const IN_ORDER = { order: { accountId: ANY_FIRST, currency: ANY_FIRST, fromAmount: 'ASC' } } as const;

/** Stores policies. All are read together, because there are only as many as people can remember. */
@Injectable()
export class PayoutPoliciesRepository {
  constructor(@InjectRepository(PayoutPolicyEntity, READS) private readonly policies: Repository<PayoutPolicyEntity>) {}

  async list(): Promise<PolicyRecord[]> {
    return this.policies.find(IN_ORDER);
  }

  async listIn(tx: Transaction): Promise<PolicyRecord[]> {
    return tx.repository(PayoutPolicyEntity).find(IN_ORDER);
  }

  async find(tx: Transaction, key: PolicyKey): Promise<{ approvers: number } | null> {
    return tx.repository(PayoutPolicyEntity).findOneBy(theSame(key));
  }

  async put(
    tx: Transaction,
    policy: ApprovalPolicy & { readonly proposedBy: string; readonly confirmedBy: string },
  ): Promise<void> {
    const insert = tx.repository(PayoutPolicyEntity).createQueryBuilder().insert().updateEntity(false);
    await insert
      .values({ id: newId(), ...policy })
      .orUpdate(
        ['approvers', 'proposed_by', 'confirmed_by', 'set_at'],
        'uq_payout_policies_account_id_currency_from_amount',
      )
      .execute();
  }

  async remove(tx: Transaction, key: PolicyKey): Promise<void> {
    await tx.repository(PayoutPolicyEntity).delete(theSame(key));
  }
}

function theSame({ accountId, currency, fromAmount }: PolicyKey): FindOptionsWhere<PayoutPolicyEntity> {
  return { accountId: accountId ?? IsNull(), currency: currency ?? IsNull(), fromAmount };
}
