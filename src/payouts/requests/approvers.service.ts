import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { SamePerson } from '../../access/people/persistence/same-person.sql.js';
import { READS } from '../../platform/database/api-reads.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { PayoutApprovalEntity } from '../rules/persistence/payout-approval.entity.js';
import { PayoutApprovalsRepository } from '../rules/persistence/payout-approvals.repository.js';
import type { Approver } from './domain/request-rules.js';

export interface WantedApprover {
  readonly payout: { readonly id: string; readonly createdBy: string; readonly editedBy: readonly string[] };
  readonly callerId: string;
}

@Injectable()
export class ApproversService {
  constructor(
    private readonly approvals: PayoutApprovalsRepository,
    private readonly samePerson: SamePerson,
    @InjectRepository(PayoutApprovalEntity, READS) private readonly shown: Repository<PayoutApprovalEntity>,
  ) {}

  async get({ manager }: Transaction, wanted: WantedApprover): Promise<Approver> {
    const [approver] = await this.find(manager, [wanted]);
    if (!approver) throw new Error(`The approver of payout ${wanted.payout.id} was not found`);
    return approver;
  }

  /** Returns the approvers in the order of `wanted`. Takes two statements, however many there are. */
  findShown(wanted: readonly WantedApprover[]): Promise<Approver[]> {
    return this.find(this.shown.manager, wanted);
  }

  private async find(manager: EntityManager, wanted: readonly WantedApprover[]): Promise<Approver[]> {
    const given = await this.approvals.listApprovers(
      manager,
      wanted.map(({ payout }) => payout.id),
    );
    const hands = wanted.flatMap(({ payout, callerId }, at) => [
      { callerId, others: [payout.createdBy, ...payout.editedBy] },
      { callerId, others: given[at] ?? [] },
    ]);
    const isSame = await this.samePerson.areAmong(manager, hands);
    return wanted.map(({ callerId }, at) => ({
      id: callerId,
      isMaker: isSame[2 * at] === true,
      given: given[at] ?? [],
      isGiver: isSame[2 * at + 1] === true,
    }));
  }
}
