import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../database/transaction.js';

export type ProposalKind = 'BIND' | 'CLOSE';

/** What one person proposes to do with an unconfirmed payout. */
export interface ProposalContent {
  readonly kind: ProposalKind;
  /** For BIND: the id at the provider. */
  readonly providerPayoutId: string | null;
  /** For CLOSE: whether it may then be sent once more. */
  readonly resend: boolean;
  /** Where the person looked: a ticket, an e-mail, a statement. */
  readonly reference: string;
}

export interface Proposal extends ProposalContent {
  readonly id: string;
  readonly proposedBy: string;
  readonly proposedAt: Date;
}

@Injectable()
export class PayoutProposalsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The proposals about several payouts that wait for a second person, at most one of each. */
  async findOpenByPayouts(payoutIds: readonly string[]): Promise<(Proposal & { readonly payoutId: string })[]> {
    return this.dataSource.query<(Proposal & { payoutId: string })[]>(
      `SELECT payout_id AS "payoutId", id, kind, provider_payout_id AS "providerPayoutId", resend, reference,
         proposed_by AS "proposedBy", proposed_at AS "proposedAt"
       FROM payout_proposals WHERE payout_id = ANY($1) AND confirmed_at IS NULL`,
      [payoutIds],
    );
  }

  /** The proposal that waits for a second person, if there is one; at most one can. */
  async findOpen(tx: Transaction, payoutId: string): Promise<Proposal | null> {
    const [proposal] = await tx.query<Proposal>(
      `SELECT id, kind, provider_payout_id AS "providerPayoutId", resend, reference, proposed_by AS "proposedBy",
         proposed_at AS "proposedAt"
       FROM payout_proposals WHERE payout_id = $1 AND confirmed_at IS NULL FOR UPDATE`,
      [payoutId],
    );
    return proposal ?? null;
  }

  /** Writes a proposal in the place of the open one: whoever proposes anew starts over. */
  async replace(
    tx: Transaction,
    proposal: ProposalContent & { readonly id: string; readonly payoutId: string; readonly proposedBy: string },
  ): Promise<void> {
    await tx.query('DELETE FROM payout_proposals WHERE payout_id = $1 AND confirmed_at IS NULL', [proposal.payoutId]);
    await tx.query(
      `INSERT INTO payout_proposals (id, payout_id, kind, provider_payout_id, resend, reference, proposed_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        proposal.id,
        proposal.payoutId,
        proposal.kind,
        proposal.providerPayoutId,
        proposal.resend,
        proposal.reference,
        proposal.proposedBy,
      ],
    );
  }

  async confirm(tx: Transaction, id: string, confirmedBy: string): Promise<void> {
    await tx.query('UPDATE payout_proposals SET confirmed_by = $2, confirmed_at = clock_timestamp() WHERE id = $1', [
      id,
      confirmedBy,
    ]);
  }
}
