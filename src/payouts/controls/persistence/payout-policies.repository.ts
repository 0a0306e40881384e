import { Injectable } from '@nestjs/common';
import { ApiReads } from '../../../database/api-reads.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../database/transaction.js';
import type { ApprovalPolicy } from '../domain/approval-policy.js';

export interface PolicyRecord extends ApprovalPolicy {
  readonly id: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
  readonly setAt: Date;
}

/** The payouts that a policy is about. */
export type PolicyKey = Omit<ApprovalPolicy, 'approvers'>;

const SELECT = `SELECT id, account_id AS "accountId", currency, from_amount AS "fromAmount", approvers,
  proposed_by AS "proposedBy", confirmed_by AS "confirmedBy", set_at AS "setAt" FROM payout_policies
  ORDER BY account_id NULLS FIRST, currency NULLS FIRST, from_amount`;

const THE_SAME = 'account_id IS NOT DISTINCT FROM $1 AND currency IS NOT DISTINCT FROM $2 AND from_amount = $3';

/** Policies are as many as people can keep in mind: they are read whole. */
@Injectable()
export class PayoutPoliciesRepository {
  constructor(private readonly reads: ApiReads) {}

  async list(): Promise<PolicyRecord[]> {
    return this.reads.query<PolicyRecord[]>(SELECT);
  }

  async listIn(tx: Transaction): Promise<PolicyRecord[]> {
    return tx.query<PolicyRecord>(SELECT);
  }

  async find(tx: Transaction, { accountId, currency, fromAmount }: PolicyKey): Promise<{ approvers: number } | null> {
    const [found] = await tx.query<{ approvers: number }>(`SELECT approvers FROM payout_policies WHERE ${THE_SAME}`, [
      accountId,
      currency,
      fromAmount,
    ]);
    return found ?? null;
  }

  async put(
    tx: Transaction,
    policy: ApprovalPolicy & { readonly proposedBy: string; readonly confirmedBy: string },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO payout_policies (id, account_id, currency, from_amount, approvers, proposed_by, confirmed_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT ON CONSTRAINT uq_payout_policies_account_id_currency_from_amount DO UPDATE
       SET approvers = excluded.approvers, proposed_by = excluded.proposed_by, confirmed_by = excluded.confirmed_by,
         set_at = clock_timestamp()`,
      [
        newId(),
        policy.accountId,
        policy.currency,
        policy.fromAmount,
        policy.approvers,
        policy.proposedBy,
        policy.confirmedBy,
      ],
    );
  }

  async remove(tx: Transaction, { accountId, currency, fromAmount }: PolicyKey): Promise<void> {
    await tx.query(`DELETE FROM payout_policies WHERE ${THE_SAME}`, [accountId, currency, fromAmount]);
  }
}
